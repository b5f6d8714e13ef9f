//! Requests to a server: whatever comes, the response is well-formed, small and safe to show, and
//! nothing inside fails.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use yiqi_wire::ErrorBody;

use crate::input::Input;
use crate::sentence::check_sentence;
use crate::server::{Answer, with_server};

/// Sends the requests of an input, one after another: a method and a path, lines of headers, an
/// empty line, the body; `%%` alone on a line separates requests. `$T` stands for the token of a
/// guest and `$I` for the id of a table of theirs.
pub(crate) fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let spec = input.spec();
    let text = String::from_utf8_lossy(input.rest());
    with_server(|server| {
        let token = server.new_guest();
        let mut text = text.replace("$T", &token);
        if text.contains("$I") {
            text = text.replace("$I", &server.new_table(&token, &spec.to_string()));
        }
        for request in text.split("\n%%\n").take(8) {
            if let Some(request) = parse(request) {
                check_answer(&server.send(request));
            }
        }
        server.check_health();
    });
}

/// The request, if its method, path and headers have a form that HTTP allows.
fn parse(text: &str) -> Option<Request<Body>> {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut lines = head.lines();
    let (method, path) = lines.next()?.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(path);
    for line in lines {
        let (name, value) = line.split_once(':')?;
        request = request.header(name.trim(), value.trim());
    }
    request.body(Body::from(body.to_owned())).ok()
}

fn check_answer(answer: &Answer) {
    let Answer {
        status, headers, ..
    } = answer;
    assert_ne!(
        *status,
        StatusCode::INTERNAL_SERVER_ERROR,
        "{:?}",
        answer.body
    );
    assert!(headers.contains_key(header::CONTENT_SECURITY_POLICY));
    assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    let kind = headers.get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind == "application/json") && !answer.body.is_empty() {
        let _: serde_json::Value = serde_json::from_slice(&answer.body).expect("the body is JSON");
        if status.is_client_error() {
            let body: ErrorBody = serde_json::from_slice(&answer.body).expect("an error");
            assert!(!body.error.code.is_empty());
            check_sentence(&body.error.text);
        }
    }
}
