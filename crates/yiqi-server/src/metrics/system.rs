//! Metrics that are read when somebody asks for them: the queue, files, the disk, the process.

use std::fmt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

use crate::limits::RateLimits;
use crate::tls::Tls;
use crate::{Health, Store};

/// Metrics that are read when somebody asks for them. One that this system does not have is
/// omitted.
#[derive(Debug)]
pub(super) struct SystemMetrics {
    store: Store,
    limits: RateLimits,
    tls: Option<Tls>,
    started_seconds: f64,
}

impl SystemMetrics {
    pub(super) fn new(store: Store, limits: RateLimits, tls: Option<Tls>) -> SystemMetrics {
        let started = SystemTime::now().duration_since(UNIX_EPOCH);
        SystemMetrics {
            store,
            limits,
            tls,
            started_seconds: started.unwrap_or_default().as_secs_f64(),
        }
    }
}

impl Collector for SystemMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let is_healthy = *self.store.health().borrow() == Health::Good;
        // Nobody but its own tools can tell how large a database on a server is.
        let database = self.store.place().file();
        let gauges = [
            (
                "yiqi_storage_healthy",
                "1 while moves can be stored",
                Some(u64::from(is_healthy)),
            ),
            (
                "yiqi_writer_queue_length",
                "Jobs that wait for the writer",
                Some(self.store.queue_length() as u64),
            ),
            (
                "yiqi_database_bytes",
                "Size of the database file",
                database.and_then(file_bytes),
            ),
            (
                "yiqi_database_wal_bytes",
                "Size of the write-ahead log",
                database.map(|file| file_bytes(&crate::store::wal_path(file)).unwrap_or(0)),
            ),
            (
                "yiqi_disk_free_bytes",
                "Free space on the disk of the database",
                database.and_then(disk_free_bytes),
            ),
            (
                "yiqi_people_connected",
                "People with at least one open socket or stream",
                Some(self.limits.people_connected() as u64),
            ),
            (
                "yiqi_tls_certificate_expiry_seconds",
                "When the certificate expires, in Unix time",
                self.tls
                    .as_ref()
                    .map(|tls| tls.certificate().expires_seconds()),
            ),
            (
                "yiqi_tls_certificate_refused",
                "1 while the files have a new certificate that cannot be used",
                self.tls.as_ref().map(|tls| u64::from(tls.is_refused())),
            ),
            (
                "process_open_fds",
                "Open file descriptors",
                open_descriptors(),
            ),
            (
                "process_max_fds",
                "The limit of open file descriptors",
                descriptor_limit(),
            ),
            (
                "process_resident_memory_bytes",
                "Resident memory",
                resident_bytes(),
            ),
        ];
        for (name, help, value) in gauges {
            let Some(value) = value else { continue };
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        let started = ConstGauge::new(self.started_seconds);
        started.encode(encoder.encode_descriptor(
            "process_start_time_seconds",
            "When the server was started, in Unix time",
            None,
            started.metric_type(),
        )?)?;
        if let Some(seconds) = cpu_seconds() {
            let cpu = ConstCounter::new(seconds);
            cpu.encode(encoder.encode_descriptor(
                "process_cpu_seconds",
                "CPU time used",
                None,
                cpu.metric_type(),
            )?)?;
        }
        Ok(())
    }
}

fn file_bytes(path: &Path) -> Option<u64> {
    Some(std::fs::metadata(path).ok()?.len())
}

/// The space that is left for this user on the disk of a file.
fn disk_free_bytes(file: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(file).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

fn open_descriptors() -> Option<u64> {
    let folder = Path::new("/proc/self/fd");
    match file_bytes(folder)? {
        // Before Linux 6.2 the folder has no size.
        0 => Some(std::fs::read_dir(folder).ok()?.count() as u64),
        count => Some(count),
    }
}

/// The limit of open descriptors, unless there is none.
fn descriptor_limit() -> Option<u64> {
    #[cfg(unix)]
    {
        rustix::process::getrlimit(rustix::process::Resource::Nofile).current
    }
    #[cfg(not(unix))]
    {
        None
    }
}

fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}

fn cpu_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
    }
    #[cfg(not(unix))]
    {
        None
    }
}
