//! Packs and compresses the page. Nothing is compressed while the server runs that could be
//! compressed here.

#[path = "src/bundle.rs"]
mod bundle;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", "src/bundle.rs", "web"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let mut files = BTreeMap::new();
    for entry in fs::read_dir("web")? {
        let entry = entry?;
        let name = entry.file_name().into_string();
        let name = name.map_err(|name| format!("{} is not a name", name.display()))?;
        files.insert(name, fs::read(entry.path())?);
    }
    let folder = env::var("OUT_DIR")?;
    let mut list = String::from("&[\n");
    for (name, bytes) in bundle::pack(files)? {
        let include = |suffix: &str, bytes: &[u8]| {
            let path = Path::new(&folder).join(format!("{name}{suffix}"));
            fs::write(&path, bytes)?;
            Ok::<_, Box<dyn Error>>(format!("include_bytes!({path:?})"))
        };
        let gzip = packed(&bytes, gzip)?;
        let br = packed(&bytes, br)?;
        let optional = |suffix, bytes: Option<Vec<u8>>| match bytes {
            Some(bytes) => Ok(format!("Some({})", include(suffix, &bytes)?)),
            None => Ok::<_, Box<dyn Error>>("None".to_owned()),
        };
        writeln!(
            list,
            "BuiltIn {{ name: {name:?}, plain: {}, gzip: {}, br: {} }},",
            include("", &bytes)?,
            optional(".gz", gzip)?,
            optional(".br", br)?,
        )?;
    }
    list.push(']');
    fs::write(Path::new(&folder).join("page.rs"), list)?;
    Ok(())
}

/// The compressed form, if it saves at least a tenth.
fn packed(
    bytes: &[u8],
    pack: fn(&[u8]) -> Result<Vec<u8>, std::io::Error>,
) -> Result<Option<Vec<u8>>, std::io::Error> {
    let packed = pack(bytes)?;
    Ok(Some(packed).filter(|packed| packed.len() < bytes.len() * 9 / 10))
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>, std::io::Error> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn br(bytes: &[u8]) -> Result<Vec<u8>, std::io::Error> {
    const QUALITY_MAX: u32 = 11;
    const WINDOW_BITS: u32 = 22;
    let mut encoder = CompressorWriter::new(Vec::new(), 1 << 16, QUALITY_MAX, WINDOW_BITS);
    encoder.write_all(bytes)?;
    Ok(encoder.into_inner())
}
