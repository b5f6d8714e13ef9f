//! Packs the output of `train.py` into a weights file, and unpacks it again.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_gomoku::{Network, Weights};

/// Networks by their names in train.py, in the order of the weights file.
const NETWORKS: [&str; 5] = ["freestyle", "standard", "black", "white", "caro"];

#[derive(Args)]
pub(crate) struct Options {
    /// The folder that train.py wrote.
    folder: PathBuf,
    /// The weights file to write.
    weights: PathBuf,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut networks = Vec::new();
    for name in NETWORKS {
        let path = options.folder.join(format!("{name}.numbers"));
        let bytes = crate::read(&path)?;
        let (chunks, _) = bytes.as_chunks::<4>();
        let floats: Vec<f32> = chunks
            .iter()
            .map(|chunk| f32::from_le_bytes(*chunk))
            .collect();
        let network = Network::from_floats(&floats).with_context(|| {
            let path = path.display();
            format!("{path} is not a network of this version, or its weights are too large")
        })?;
        networks.push(network);
    }
    let networks = networks.try_into().expect("there are five");
    let bytes = Weights { networks }.to_bytes()?;
    std::fs::write(&options.weights, &bytes)
        .with_context(|| format!("cannot write {}", options.weights.display()))?;
    println!("{} bytes", bytes.len());
    Ok(())
}

#[derive(Args)]
pub(crate) struct UnpackOptions {
    /// The weights file.
    weights: PathBuf,
    /// The folder to write to, for `train.py --start`.
    folder: PathBuf,
}

pub(crate) fn unpack(options: &UnpackOptions) -> Result<()> {
    let folder = &options.folder;
    let weights = crate::read_weights(&options.weights)?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    for (name, network) in NETWORKS.iter().zip(&weights.networks) {
        let numbers = network.to_floats();
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let path = folder.join(format!("{name}.numbers"));
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
