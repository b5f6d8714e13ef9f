//! Documents that stay the same while the program runs: files of the page, messages, descriptions.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Below this many bytes compression saves no packet.
const COMPRESS_FROM: usize = 1024;

/// For how long a document may be used without asking again.
#[derive(Clone, Copy, Debug)]
pub(super) enum Caching {
    /// Not at all: the next version of the program may have another one.
    Revalidate,
    /// For good: its address names its version.
    Forever,
}

/// A document that is sent again and again.
#[derive(Debug)]
pub(super) struct Document {
    content_type: &'static str,
    bytes: Bytes,
    /// Weak, since the compressed form has the same one.
    etag: String,
    /// The compressed form, made when somebody first asks for it; nothing if it would not be smaller.
    gzip: OnceLock<Option<Bytes>>,
}

impl Document {
    pub(super) fn new(content_type: &'static str, bytes: Bytes) -> Document {
        let hash = Sha256::digest(&bytes).into();
        Document::with_hash(content_type, bytes, hash)
    }

    /// A document whose SHA-256 is known already.
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

    /// The document as the caller can read it, or that it has not changed since the caller got it.
    pub(super) fn answer(&self, asked: &HeaderMap, caching: Caching) -> Response {
        let gzip = self.is_compressible().then(|| self.gzip()).flatten();
        let mut response = if is_known(asked, &self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(gzip.filter(|_| accepts_gzip(asked)))
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

    /// Pictures of pixels are compressed already.
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

/// Whether the caller has the document with this tag. Tags are compared weakly, as RFC 9110 has it for
/// `If-None-Match`: a proxy that compresses makes ours weak.
fn is_known(asked: &HeaderMap, etag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    asked
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| tag.trim() == "*" || opaque(tag) == opaque(etag))
}

/// Whether the caller reads gzip: it names it, or everything, and does not give it the quality 0.
fn accepts_gzip(asked: &HeaderMap) -> bool {
    let quality = |wanted: &str| {
        asked
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

    fn asking(headers: &[(header::HeaderName, &'static str)]) -> HeaderMap {
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
    async fn whoever_reads_gzip_gets_it_once_compressed() {
        let document = long();
        for accept in ["gzip", "br, GZIP;q=0.5", "deflate, gzip, br, zstd", "*"] {
            let answer = document.answer(
                &asking(&[(header::ACCEPT_ENCODING, accept)]),
                Caching::Revalidate,
            );
            assert_eq!(
                header_of(&answer, header::CONTENT_ENCODING),
                Some("gzip"),
                "{accept}"
            );
            assert_eq!(header_of(&answer, header::VARY), Some("accept-encoding"));
            assert_eq!(
                header_of(&answer, header::CONTENT_TYPE),
                Some("application/json")
            );
            let packed = body_of(answer).await;
            assert!(packed.len() < document.bytes.len() / 20);
            let mut plain = Vec::new();
            GzDecoder::new(&packed[..]).read_to_end(&mut plain).unwrap();
            assert_eq!(plain, document.bytes);
        }
    }

    #[tokio::test]
    async fn whoever_does_not_read_gzip_gets_the_bytes() {
        let document = long();
        for accept in [
            "",
            "br",
            "gzip;q=0",
            "gzip;q=0, *",
            "identity",
            "gzip; q=0.000",
        ] {
            let answer = document.answer(
                &asking(&[(header::ACCEPT_ENCODING, accept)]),
                Caching::Revalidate,
            );
            assert_eq!(
                header_of(&answer, header::CONTENT_ENCODING),
                None,
                "{accept}"
            );
            // Caches must know that others get something else.
            assert_eq!(header_of(&answer, header::VARY), Some("accept-encoding"));
            assert_eq!(body_of(answer).await, document.bytes);
        }
    }

    #[tokio::test]
    async fn what_is_small_or_compressed_already_is_sent_as_it_is() {
        let picture = Document::new("image/png", vec![7; 10_000].into());
        let small = Document::json("{}".to_owned());
        let mut noise = vec![0; 5_000];
        getrandom::fill(&mut noise).unwrap();
        let noise = Document::new("text/plain", noise.into());
        for document in [picture, small, noise] {
            let answer = document.answer(
                &asking(&[(header::ACCEPT_ENCODING, "gzip")]),
                Caching::Revalidate,
            );
            assert_eq!(header_of(&answer, header::CONTENT_ENCODING), None);
            assert_eq!(header_of(&answer, header::VARY), None);
            assert_eq!(body_of(answer).await, document.bytes);
        }
    }

    #[tokio::test]
    async fn a_document_that_the_asker_has_is_not_sent_again() {
        let document = long();
        let etag: &'static str = document.etag.clone().leak();
        let strong: &'static str = etag.trim_start_matches("W/");
        for known in [etag, strong, "*", format!("\"other\", {etag}").leak()] {
            for accept in ["gzip", "identity"] {
                let headers = [
                    (header::IF_NONE_MATCH, known),
                    (header::ACCEPT_ENCODING, accept),
                ];
                let answer = document.answer(&asking(&headers), Caching::Revalidate);
                assert_eq!(answer.status(), StatusCode::NOT_MODIFIED, "{known}");
                assert_eq!(header_of(&answer, header::ETAG), Some(etag));
                assert_eq!(header_of(&answer, header::VARY), Some("accept-encoding"));
                assert_eq!(header_of(&answer, header::CONTENT_ENCODING), None);
                assert!(body_of(answer).await.is_empty());
            }
        }
        let other = Document::json("{}".to_owned());
        for known in [other.etag.clone().leak(), "", "W/", "\"\""] {
            let answer = document.answer(
                &asking(&[(header::IF_NONE_MATCH, known)]),
                Caching::Revalidate,
            );
            assert_eq!(answer.status(), StatusCode::OK, "{known}");
        }
    }
}
