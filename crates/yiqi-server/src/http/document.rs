//! Documents that do not change while the program runs: files of the page, messages, the API
//! description.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Smaller bodies are not compressed: it would not save a packet.
const COMPRESS_FROM: usize = 1024;

/// How long a client may reuse a document without revalidating it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Caching {
    /// Not at all: the next version of the program may have another one.
    Revalidate,
    /// Forever: its URL contains its version.
    Forever,
}

/// A way to send a document, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Br,
    Gzip,
    /// Uncompressed.
    Identity,
}

impl Coding {
    const ALL: [Coding; 3] = [Coding::Br, Coding::Gzip, Coding::Identity];

    fn name(self) -> &'static str {
        match self {
            Coding::Br => "br",
            Coding::Gzip => "gzip",
            Coding::Identity => "identity",
        }
    }
}

/// A document that is sent many times.
#[derive(Debug)]
pub(super) struct Document {
    content_type: &'static str,
    bytes: Bytes,
    /// The beginning of the tag of each form.
    hash: String,
    br: Option<Bytes>,
    /// Made on first use, unless it was built in; `None` if it would not be smaller.
    gzip: OnceLock<Option<Bytes>>,
    vary: &'static str,
}

impl Document {
    pub(super) fn new(content_type: &'static str, bytes: Bytes) -> Document {
        let hash: [u8; 32] = Sha256::digest(&bytes).into();
        Document {
            content_type,
            bytes,
            hash: hash[..16]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            br: None,
            gzip: OnceLock::new(),
            vary: "accept-encoding",
        }
    }

    pub(super) fn json(text: String) -> Document {
        Document::new("application/json", text.into())
    }

    /// The document, uncompressed.
    pub(super) fn plain(&self) -> &Bytes {
        &self.bytes
    }

    /// Changes when the document does.
    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    /// The same document with its compressed forms.
    pub(super) fn with_packed(self, gzip: Option<Bytes>, br: Option<Bytes>) -> Document {
        let gzip = OnceLock::from(gzip);
        Document { br, gzip, ..self }
    }

    /// The same document, which also depends on the reader's language.
    pub(super) fn in_readers_language(self) -> Document {
        let vary = "accept-encoding, accept-language, cookie";
        Document { vary, ..self }
    }

    /// The response with the document in an encoding that the caller accepts, or 304 Not Modified.
    pub(super) fn respond(&self, request: &HeaderMap, caching: Caching) -> Response {
        let known = Coding::ALL
            .into_iter()
            .find(|&coding| self.form(coding).is_some() && is_known(request, &self.etag(coding)));
        let coding = known.unwrap_or_else(|| self.choose(request));
        let mut response = if known.is_some() {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(coding)
        };
        let headers = response.headers_mut();
        let control = match caching {
            Caching::Revalidate => "no-cache",
            Caching::Forever => "public, max-age=31536000, immutable",
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
        if let Ok(etag) = HeaderValue::from_str(&self.etag(coding)) {
            headers.insert(header::ETAG, etag);
        }
        if self.br.is_some() || self.gzip().is_some() {
            headers.insert(header::VARY, HeaderValue::from_static(self.vary));
        }
        response
    }

    /// The tag of one form: forms differ byte for byte.
    fn etag(&self, coding: Coding) -> String {
        match coding {
            Coding::Identity => format!("\"{}\"", self.hash),
            Coding::Br | Coding::Gzip => format!("\"{}-{}\"", self.hash, coding.name()),
        }
    }

    /// The document in this form, if there is one.
    fn form(&self, coding: Coding) -> Option<&Bytes> {
        match coding {
            Coding::Br => self.br.as_ref(),
            Coding::Gzip => self.gzip(),
            Coding::Identity => Some(&self.bytes),
        }
    }

    /// The form that the caller prefers; of equally good ones, the smallest.
    fn choose(&self, request: &HeaderMap) -> Coding {
        let mut best = (0.0, Coding::Identity);
        for coding in Coding::ALL {
            let quality = quality(request, coding);
            if self.form(coding).is_some() && quality > best.0 {
                best = (quality, coding);
            }
        }
        best.1
    }

    fn body(&self, coding: Coding) -> Response {
        let bytes = self.form(coding).unwrap_or(&self.bytes);
        let mut response = bytes.clone().into_response();
        let headers = response.headers_mut();
        let content_type = HeaderValue::from_static(self.content_type);
        headers.insert(header::CONTENT_TYPE, content_type);
        if coding != Coding::Identity {
            let encoding = HeaderValue::from_static(coding.name());
            headers.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    fn gzip(&self) -> Option<&Bytes> {
        let made = self.gzip.get_or_init(|| {
            // PNG images are already compressed.
            if self.content_type == "image/png" || self.bytes.len() < COMPRESS_FROM {
                return None;
            }
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&self.bytes).ok()?;
            let packed = encoder.finish().ok()?;
            (packed.len() < self.bytes.len()).then(|| packed.into())
        });
        made.as_ref()
    }
}

/// Whether the caller already has the form with this tag. Tags are compared weakly, as RFC 9110
/// requires for `If-None-Match`; a proxy that compresses makes ours weak.
fn is_known(request: &HeaderMap, etag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| tag.trim() == "*" || opaque(tag) == etag)
}

/// How much the caller wants this coding, from 0 to 1. Uncompressed is always acceptable, unless it
/// is refused.
fn quality(request: &HeaderMap, coding: Coding) -> f32 {
    let named = |wanted: &str| {
        request
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .find_map(|accepted| {
                let (name, weight) = accepted.split_once(';').unwrap_or((accepted, "q=1"));
                let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
                let is_meant = name.trim().eq_ignore_ascii_case(wanted);
                is_meant.then(|| weight.parse().unwrap_or(0.0))
            })
    };
    let quality: Option<f32> = named(coding.name());
    match coding {
        // What is not mentioned comes last.
        Coding::Identity => quality.unwrap_or(f32::MIN_POSITIVE),
        Coding::Br | Coding::Gzip => quality.or_else(|| named("*")).unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn request(headers: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(header::HeaderName, &'static str)| {
            (name.clone(), HeaderValue::from_static(value))
        };
        headers.iter().map(pair).collect()
    }

    fn header_of(response: &Response, name: header::HeaderName) -> Option<&str> {
        response
            .headers()
            .get(name)
            .map(|value| value.to_str().unwrap())
    }

    async fn body_of(response: Response) -> Bytes {
        axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap()
    }

    /// A document with all forms.
    fn packed() -> Document {
        let gzip = Bytes::from_static(b"gzip form");
        long().with_packed(Some(gzip), Some(Bytes::from_static(b"br form")))
    }

    fn long() -> Document {
        Document::json(format!("\"{}\"", "stone ".repeat(1_000)))
    }

    #[tokio::test]
    async fn a_caller_that_accepts_gzip_gets_it() {
        let document = long();
        for accept in ["gzip", "br, GZIP;q=0.5", "deflate, gzip, br, zstd", "*"] {
            let response = document.respond(
                &request(&[(header::ACCEPT_ENCODING, accept)]),
                Caching::Revalidate,
            );
            assert_eq!(
                header_of(&response, header::CONTENT_ENCODING),
                Some("gzip"),
                "{accept}"
            );
            assert_eq!(header_of(&response, header::VARY), Some("accept-encoding"));
            assert_eq!(
                header_of(&response, header::CONTENT_TYPE),
                Some("application/json")
            );
            let packed = body_of(response).await;
            assert!(packed.len() < document.bytes.len() / 20);
            let mut plain = Vec::new();
            GzDecoder::new(&packed[..]).read_to_end(&mut plain).unwrap();
            assert_eq!(plain, document.bytes);
        }
    }

    #[tokio::test]
    async fn a_caller_that_does_not_accept_gzip_gets_the_plain_bytes() {
        let document = long();
        for accept in [
            "",
            "br",
            "gzip;q=0",
            "gzip;q=0, *",
            "identity",
            "gzip; q=0.000",
        ] {
            let response = document.respond(
                &request(&[(header::ACCEPT_ENCODING, accept)]),
                Caching::Revalidate,
            );
            assert_eq!(
                header_of(&response, header::CONTENT_ENCODING),
                None,
                "{accept}"
            );
            // Caches must know that other callers get another encoding.
            assert_eq!(header_of(&response, header::VARY), Some("accept-encoding"));
            assert_eq!(body_of(response).await, document.bytes);
        }
    }

    #[tokio::test]
    async fn small_or_incompressible_documents_are_sent_uncompressed() {
        let picture = Document::new("image/png", vec![7; 10_000].into());
        let small = Document::json("{}".to_owned());
        let mut noise = vec![0; 5_000];
        getrandom::fill(&mut noise).unwrap();
        let noise = Document::new("text/plain", noise.into());
        for document in [picture, small, noise] {
            let response = document.respond(
                &request(&[(header::ACCEPT_ENCODING, "gzip")]),
                Caching::Revalidate,
            );
            assert_eq!(header_of(&response, header::CONTENT_ENCODING), None);
            assert_eq!(header_of(&response, header::VARY), None);
            assert_eq!(body_of(response).await, document.bytes);
        }
    }

    #[tokio::test]
    async fn a_document_that_the_caller_already_has_is_not_sent_again() {
        let document = long();
        for coding in [Coding::Gzip, Coding::Identity] {
            let etag: &'static str = document.etag(coding).leak();
            let weak: &'static str = format!("W/{etag}").leak();
            for known in [etag, weak, format!("\"other\", {etag}").leak()] {
                for accept in ["gzip", "identity"] {
                    let headers = [
                        (header::IF_NONE_MATCH, known),
                        (header::ACCEPT_ENCODING, accept),
                    ];
                    let response = document.respond(&request(&headers), Caching::Revalidate);
                    assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{known}");
                    // The tag of the form that the caller has.
                    assert_eq!(header_of(&response, header::ETAG), Some(etag));
                    assert_eq!(header_of(&response, header::VARY), Some("accept-encoding"));
                    assert_eq!(header_of(&response, header::CONTENT_ENCODING), None);
                    assert!(body_of(response).await.is_empty());
                }
            }
        }
        let any = document.respond(
            &request(&[(header::IF_NONE_MATCH, "*")]),
            Caching::Revalidate,
        );
        assert_eq!(any.status(), StatusCode::NOT_MODIFIED);
        let other = Document::json("{}".to_owned());
        let other: &'static str = other.etag(Coding::Identity).leak();
        for known in [other, "", "W/", "\"\""] {
            let response = document.respond(
                &request(&[(header::IF_NONE_MATCH, known)]),
                Caching::Revalidate,
            );
            assert_eq!(response.status(), StatusCode::OK, "{known}");
        }
    }

    #[tokio::test]
    async fn each_caller_gets_the_form_that_it_prefers_with_the_tag_of_that_form() {
        let document = packed();
        for (accept, want) in [
            ("gzip, deflate, br, zstd", "br"),
            ("br;q=0.5, gzip", "gzip"),
            ("br;q=0.5, gzip;q=0.5", "br"),
            ("gzip;q=0.2, br;q=0.1, identity;q=0.9", "identity"),
            ("*", "br"),
            ("*, br;q=0", "gzip"),
            ("br; q=0, gzip; q=0", "identity"),
            ("zstd", "identity"),
            ("", "identity"),
            ("identity;q=0, gzip;q=0.001", "gzip"),
            ("br;q=many, gzip;q=0.1", "gzip"),
        ] {
            let headers = request(&[(header::ACCEPT_ENCODING, accept)]);
            let response = document.respond(&headers, Caching::Forever);
            let coding = header_of(&response, header::CONTENT_ENCODING);
            assert_eq!(coding.unwrap_or("identity"), want, "{accept}");
            let is_marked = |coding: &Coding| coding.name() == want;
            let coding = Coding::ALL.into_iter().find(is_marked).unwrap();
            let etag = document.etag(coding);
            assert_eq!(header_of(&response, header::ETAG), Some(&*etag));
            assert_eq!(header_of(&response, header::VARY), Some("accept-encoding"));
            assert_eq!(&body_of(response).await, document.form(coding).unwrap());
        }
        let tags: std::collections::HashSet<String> =
            Coding::ALL.map(|coding| document.etag(coding)).into();
        assert_eq!(tags.len(), 3);
    }
}
