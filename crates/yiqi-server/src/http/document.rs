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

/// A document that is sent many times.
#[derive(Debug)]
pub(super) struct Document {
    content_type: &'static str,
    bytes: Bytes,
    /// Weak, because the compressed form has the same tag.
    etag: String,
    /// The compressed form, made on first use; `None` if it would not be smaller.
    gzip: OnceLock<Option<Bytes>>,
}

impl Document {
    pub(super) fn new(content_type: &'static str, bytes: Bytes) -> Document {
        let hash = Sha256::digest(&bytes).into();
        Document::with_hash(content_type, bytes, hash)
    }

    /// A document whose SHA-256 hash is already known.
    pub(super) fn with_hash(content_type: &'static str, bytes: Bytes, hash: [u8; 32]) -> Document {
        let digits: String = hash[..16]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Document {
            content_type,
            bytes,
            etag: format!("W/\"{digits}\""),
            gzip: OnceLock::new(),
        }
    }

    pub(super) fn json(text: String) -> Document {
        Document::new("application/json", text.into())
    }

    /// The response with the document in an encoding that the caller accepts, or 304 Not Modified.
    pub(super) fn respond(&self, request: &HeaderMap, caching: Caching) -> Response {
        let gzip = self.is_compressible().then(|| self.gzip()).flatten();
        let mut response = if is_known(request, &self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(gzip.filter(|_| accepts_gzip(request)))
        };
        let headers = response.headers_mut();
        let control = match caching {
            Caching::Revalidate => "no-cache",
            Caching::Forever => "public, max-age=31536000, immutable",
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
        if let Ok(etag) = HeaderValue::from_str(&self.etag) {
            headers.insert(header::ETAG, etag);
        }
        if gzip.is_some() {
            let vary = HeaderValue::from_static("accept-encoding");
            headers.insert(header::VARY, vary);
        }
        response
    }

    fn body(&self, gzip: Option<&Bytes>) -> Response {
        let mut response = gzip.unwrap_or(&self.bytes).clone().into_response();
        let headers = response.headers_mut();
        let content_type = HeaderValue::from_static(self.content_type);
        headers.insert(header::CONTENT_TYPE, content_type);
        if gzip.is_some() {
            let encoding = HeaderValue::from_static("gzip");
            headers.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    /// PNG images are already compressed.
    fn is_compressible(&self) -> bool {
        self.content_type != "image/png" && self.bytes.len() >= COMPRESS_FROM
    }

    fn gzip(&self) -> Option<&Bytes> {
        let made = self.gzip.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&self.bytes).ok()?;
            let packed = encoder.finish().ok()?;
            (packed.len() < self.bytes.len()).then(|| packed.into())
        });
        made.as_ref()
    }
}

/// Whether the caller already has the document with this tag. Tags are compared weakly, as RFC 9110
/// requires for `If-None-Match`; a proxy that compresses makes ours weak.
fn is_known(request: &HeaderMap, etag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| tag.trim() == "*" || opaque(tag) == opaque(etag))
}

/// Whether the caller accepts gzip: by name or by `*`, with a quality above 0.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let quality = |wanted: &str| {
        request
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .find_map(|coding| {
                let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
                let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
                (name.trim().eq_ignore_ascii_case(wanted)).then(|| weight.parse().unwrap_or(0.0))
            })
    };
    let quality: Option<f32> = quality("gzip").or_else(|| quality("*"));
    quality.is_some_and(|quality| quality > 0.0)
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
        let etag: &'static str = document.etag.clone().leak();
        let strong: &'static str = etag.trim_start_matches("W/");
        for known in [etag, strong, "*", format!("\"other\", {etag}").leak()] {
            for accept in ["gzip", "identity"] {
                let headers = [
                    (header::IF_NONE_MATCH, known),
                    (header::ACCEPT_ENCODING, accept),
                ];
                let response = document.respond(&request(&headers), Caching::Revalidate);
                assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{known}");
                assert_eq!(header_of(&response, header::ETAG), Some(etag));
                assert_eq!(header_of(&response, header::VARY), Some("accept-encoding"));
                assert_eq!(header_of(&response, header::CONTENT_ENCODING), None);
                assert!(body_of(response).await.is_empty());
            }
        }
        let other = Document::json("{}".to_owned());
        for known in [other.etag.clone().leak(), "", "W/", "\"\""] {
            let response = document.respond(
                &request(&[(header::IF_NONE_MATCH, known)]),
                Caching::Revalidate,
            );
            assert_eq!(response.status(), StatusCode::OK, "{known}");
        }
    }
}
