//! Where tasks are started.

#[cfg(feature = "sim")]
pub(crate) use crate::sim::spawn;
#[cfg(not(feature = "sim"))]
pub(crate) use tokio::spawn;
