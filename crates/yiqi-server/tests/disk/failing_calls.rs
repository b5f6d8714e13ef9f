//! File calls that fail on demand.
//!
//! This file defines the functions of the C library with which Rust and SQLite use files. In a test
//! program that includes it, all of them come here first. Calls on files in one folder are counted,
//! and those that a [`Plan`] names fail; all other calls go to the C library unchanged. So the code
//! under test is the real one, down to the system call.
//!
//! There is one plan for the whole process: a test program that includes this file runs its tests
//! one after another ([`watch`] takes a lock).
#![expect(
    unsafe_code,
    reason = "functions of the C library are replaced by their names"
)]

use std::collections::BTreeMap;
use std::ffi::{CStr, OsStr, c_char, c_int, c_uint, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use libc::{mode_t, off_t, size_t, ssize_t};

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// An I/O error, and nothing happens.
    Io,
    /// No space is left, and nothing happens. Only calls that need space fail.
    NoSpace,
    /// A write stores half of its bytes and reports an I/O error. Only writes fail.
    Torn,
    /// A write stores half of its bytes and says so. This is allowed; the caller has to go on.
    Short,
}

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Opens or creates a file.
    Open,
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Forces writes to disk.
    Sync,
    /// Changes the size of a file.
    Truncate,
    /// Locks or unlocks.
    Lock,
    /// Maps a file into memory.
    Map,
    /// Asks for the size and identity of a file.
    Status,
    /// Renames, removes or creates a name.
    Name,
}

/// A call on a file in the watched folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) act: Act,
    /// The name of the file, without its folder.
    pub(crate) file: String,
    /// Whether it can find a disk full.
    pub(crate) needs_space: bool,
}

impl Call {
    /// Whether it can fail like this.
    fn can_fail(&self, failure: Failure) -> bool {
        match failure {
            Failure::Io => true,
            Failure::NoSpace => self.needs_space,
            Failure::Torn | Failure::Short => self.act == Act::Write,
        }
    }
}

/// Which calls fail: of those that can fail like this, the `from`th to the `until`th, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) from: usize,
    pub(crate) until: usize,
    pub(crate) failure: Failure,
}

impl Plan {
    /// Whether a call is one of those that can fail.
    pub(crate) fn counts(&self, call: &Call) -> bool {
        // Locks are kept by the system, so a disk that fails for long does not concern them; SQLite
        // would retry each for ten seconds.
        let is_spared = call.act == Act::Lock && self.until > self.from;
        call.can_fail(self.failure) && !is_spared
    }
}

/// The watched folder and what happened in it.
struct State {
    folder: PathBuf,
    /// Files whose name ends like this are neither counted nor fail.
    except: Option<&'static str>,
    plan: Option<Plan>,
    calls: Vec<Call>,
    failed: Vec<Call>,
    /// How many calls counted since the plan was made.
    counted: usize,
    /// The files of open descriptors.
    open: BTreeMap<c_int, PathBuf>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// Whether a descriptor is of a file in the watched folder.
static OURS: [AtomicBool; 1024] = [const { AtomicBool::new(false) }; 1024];

fn state() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The calls in a folder, watched until this is dropped.
pub(crate) struct Watch(#[expect(dead_code, reason = "held for its drop")] MutexGuard<'static, ()>);

/// Watches a folder. Calls on files whose name ends with `except` are left alone.
pub(crate) fn watch(folder: &Path, except: Option<&'static str>) -> Watch {
    static ONE: Mutex<()> = Mutex::new(());
    let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    *state() = Some(State {
        folder: folder.to_owned(),
        except,
        plan: None,
        calls: Vec::new(),
        failed: Vec::new(),
        counted: 0,
        open: BTreeMap::new(),
    });
    Watch(one)
}

impl Drop for Watch {
    fn drop(&mut self) {
        *state() = None;
    }
}

impl Watch {
    /// Counts from 1 again and lets calls fail.
    pub(crate) fn plan(&self, plan: Plan) {
        if let Some(state) = state().as_mut() {
            state.calls.clear();
            state.failed.clear();
            state.counted = 0;
            state.plan = Some(plan);
        }
    }

    /// Lets no more calls fail.
    pub(crate) fn heal(&self) {
        if let Some(state) = state().as_mut() {
            state.plan = None;
        }
    }

    /// The calls so far.
    pub(crate) fn calls(&self) -> Vec<Call> {
        state()
            .as_ref()
            .map_or(Vec::new(), |state| state.calls.clone())
    }

    /// The calls that failed.
    pub(crate) fn failed(&self) -> Vec<Call> {
        state()
            .as_ref()
            .map_or(Vec::new(), |state| state.failed.clone())
    }
}

/// Counts a call on the file of a descriptor. Returns how it fails, if it does.
fn count(act: Act, needs_space: bool, fd: c_int) -> Option<Failure> {
    // Sockets and everything else outside the folder.
    let is_ours =
        usize::try_from(fd).is_ok_and(|at| at < OURS.len() && OURS[at].load(Ordering::Relaxed));
    if !is_ours {
        return None;
    }
    let mut state = state();
    let state = state.as_mut()?;
    let path = state.open.get(&fd)?.clone();
    state.count(act, needs_space, &path)
}

/// Counts a call on a path.
///
/// # Safety
/// `path` is null or ends with a zero.
unsafe fn count_path(act: Act, needs_space: bool, path: *const c_char) -> Option<Failure> {
    // SAFETY: as promised by the caller.
    let path = unsafe { as_path(path) }?;
    state().as_mut()?.count(act, needs_space, &path)
}

/// # Safety
/// `path` is null or ends with a zero.
unsafe fn as_path(path: *const c_char) -> Option<PathBuf> {
    if path.is_null() {
        return None;
    }
    // SAFETY: as promised by the caller.
    let bytes = unsafe { CStr::from_ptr(path) }.to_bytes();
    Some(PathBuf::from(OsStr::from_bytes(bytes)))
}

impl State {
    fn count(&mut self, act: Act, needs_space: bool, path: &Path) -> Option<Failure> {
        let file = path.strip_prefix(&self.folder).ok()?.to_str()?.to_owned();
        if self.except.is_some_and(|ending| file.ends_with(ending)) {
            return None;
        }
        let call = Call {
            act,
            file,
            needs_space,
        };
        self.calls.push(call.clone());
        let plan = self.plan?;
        if !plan.counts(&call) {
            return None;
        }
        self.counted += 1;
        if !(plan.from..=plan.until).contains(&self.counted) {
            return None;
        }
        self.failed.push(call);
        Some(plan.failure)
    }
}

/// Notes which file a new descriptor is of.
fn opened(fd: c_int, path: Option<PathBuf>) {
    let mut state = state();
    if let (Ok(at), Some(state), Some(path)) = (usize::try_from(fd), state.as_mut(), path)
        && at < OURS.len()
        && path.starts_with(&state.folder)
    {
        state.open.insert(fd, path);
        OURS[at].store(true, Ordering::Relaxed);
    }
}

fn closed(fd: c_int) {
    if let Ok(at) = usize::try_from(fd)
        && at < OURS.len()
        && OURS[at].swap(false, Ordering::Relaxed)
        && let Some(state) = state().as_mut()
    {
        state.open.remove(&fd);
    }
}

/// Sets the error of a call, and returns what it returns.
fn fails(failure: Failure) -> c_int {
    let code = match failure {
        Failure::NoSpace => libc::ENOSPC,
        _ => libc::EIO,
    };
    // SAFETY: it points to this thread's own variable.
    unsafe { *libc::__errno_location() = code };
    -1
}

/// The function of the C library with this name.
macro_rules! real {
    ($name:literal as $kind:ty) => {{
        static FOUND: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
        let mut found = FOUND.load(Ordering::Relaxed);
        if found.is_null() {
            // SAFETY: the name ends with a zero.
            found = unsafe { libc::dlsym(libc::RTLD_NEXT, $name.as_ptr()) };
            assert!(!found.is_null(), "{:?} is not in the C library", $name);
            FOUND.store(found, Ordering::Relaxed);
        }
        // SAFETY: the C library has a function of this type under this name.
        unsafe { std::mem::transmute::<*mut c_void, $kind>(found) }
    }};
}

/// Defines functions that open a file. The C functions are variadic; on Linux their third argument
/// is where a plain function has it.
macro_rules! open {
    ($($name:ident $text:literal),*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
            let real = real!($text as unsafe extern "C" fn(*const c_char, c_int, ...) -> c_int);
            // SAFETY: the arguments are the caller's.
            unsafe {
                let is_new = flags & libc::O_CREAT != 0;
                if let Some(failure) = count_path(Act::Open, is_new, path) {
                    return fails(failure);
                }
                let fd = real(path, flags, mode as c_uint);
                opened(fd, as_path(path));
                fd
            }
        }
    )*};
}
open!(open c"open", open64 c"open64");

/// Defines functions that read at a place.
macro_rules! pread {
    ($($name:ident $text:literal),*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(fd: c_int, to: *mut c_void, size: size_t, at: off_t) -> ssize_t {
            let real = real!($text as unsafe extern "C" fn(c_int, *mut c_void, size_t, off_t) -> ssize_t);
            match count(Act::Read, false, fd) {
                Some(failure) => fails(failure) as ssize_t,
                // SAFETY: the arguments are the caller's.
                _ => unsafe { real(fd, to, size, at) },
            }
        }
    )*};
}
pread!(pread c"pread", pread64 c"pread64");

#[unsafe(no_mangle)]
unsafe extern "C" fn read(fd: c_int, to: *mut c_void, size: size_t) -> ssize_t {
    let real = real!(c"read" as unsafe extern "C" fn(c_int, *mut c_void, size_t) -> ssize_t);
    match count(Act::Read, false, fd) {
        Some(failure) => fails(failure) as ssize_t,
        // SAFETY: the arguments are the caller's.
        _ => unsafe { real(fd, to, size) },
    }
}

/// Writes all, half or nothing.
fn write_with(
    failure: Option<Failure>,
    size: size_t,
    write: impl FnOnce(size_t) -> ssize_t,
) -> ssize_t {
    match failure {
        None => write(size),
        Some(Failure::Short) => write(size.div_ceil(2)),
        Some(Failure::Torn) => {
            write(size / 2);
            fails(Failure::Torn) as ssize_t
        }
        Some(failure) => fails(failure) as ssize_t,
    }
}

/// Defines functions that write at a place.
macro_rules! pwrite {
    ($($name:ident $text:literal),*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(fd: c_int, from: *const c_void, size: size_t, at: off_t) -> ssize_t {
            let real = real!($text as unsafe extern "C" fn(c_int, *const c_void, size_t, off_t) -> ssize_t);
            write_with(count(Act::Write, true, fd), size, |size| {
                // SAFETY: the arguments are the caller's; at most the size is smaller.
                unsafe { real(fd, from, size, at) }
            })
        }
    )*};
}
pwrite!(pwrite c"pwrite", pwrite64 c"pwrite64");

#[unsafe(no_mangle)]
unsafe extern "C" fn write(fd: c_int, from: *const c_void, size: size_t) -> ssize_t {
    let real = real!(c"write" as unsafe extern "C" fn(c_int, *const c_void, size_t) -> ssize_t);
    write_with(count(Act::Write, true, fd), size, |size| {
        // SAFETY: the arguments are the caller's; at most the size is smaller.
        unsafe { real(fd, from, size) }
    })
}

/// Defines functions of a descriptor and further arguments.
macro_rules! on_descriptor {
    ($($name:ident $text:literal $act:ident $needs_space:literal ($($arg:ident: $kind:ty),*)),* $(,)?) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(fd: c_int $(, $arg: $kind)*) -> c_int {
            let real = real!($text as unsafe extern "C" fn(c_int $(, $kind)*) -> c_int);
            match count(Act::$act, $needs_space, fd) {
                Some(failure) => fails(failure),
                // SAFETY: the arguments are the caller's.
                _ => unsafe { real(fd $(, $arg)*) },
            }
        }
    )*};
}
on_descriptor!(
    fsync c"fsync" Sync true (),
    fdatasync c"fdatasync" Sync true (),
    ftruncate c"ftruncate" Truncate true (size: off_t),
    ftruncate64 c"ftruncate64" Truncate true (size: off_t),
    flock c"flock" Lock false (how: c_int),
    fstat c"fstat" Status false (to: *mut c_void),
    fstat64 c"fstat64" Status false (to: *mut c_void),
    fchmod c"fchmod" Status false (mode: mode_t),
);

/// Defines `fcntl`, of which only the locks are counted. Unlocking never fails: a process that cannot
/// unlock gives its locks up when it ends, which a test cannot show within its own process.
macro_rules! fcntl {
    ($($name:ident $text:literal),*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(fd: c_int, command: c_int, argument: *mut c_void) -> c_int {
            let real = real!($text as unsafe extern "C" fn(c_int, c_int, ...) -> c_int);
            let is_lock = matches!(command, libc::F_SETLK | libc::F_SETLKW)
                // SAFETY: the argument of these commands is a lock.
                && unsafe { (*argument.cast::<libc::flock>()).l_type } != libc::F_UNLCK as i16;
            match is_lock.then(|| count(Act::Lock, false, fd)).flatten() {
                Some(failure) => fails(failure),
                // SAFETY: the arguments are the caller's.
                _ => unsafe { real(fd, command, argument) },
            }
        }
    )*};
}
fcntl!(fcntl c"fcntl", fcntl64 c"fcntl64");

/// Defines functions of a path and further arguments.
macro_rules! on_path {
    ($($name:ident $text:literal $act:ident $needs_space:literal ($($arg:ident: $kind:ty),*)),* $(,)?) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(path: *const c_char $(, $arg: $kind)*) -> c_int {
            let real = real!($text as unsafe extern "C" fn(*const c_char $(, $kind)*) -> c_int);
            // SAFETY: the arguments are the caller's.
            unsafe {
                match count_path(Act::$act, $needs_space, path) {
                    Some(failure) => fails(failure),
                    _ => real(path $(, $arg)*),
                }
            }
        }
    )*};
}
on_path!(
    rename c"rename" Name true (to: *const c_char),
    unlink c"unlink" Name false (),
    mkdir c"mkdir" Name true (mode: mode_t),
    chmod c"chmod" Status false (mode: mode_t),
    stat c"stat" Status false (to: *mut c_void),
    stat64 c"stat64" Status false (to: *mut c_void),
    lstat c"lstat" Status false (to: *mut c_void),
    lstat64 c"lstat64" Status false (to: *mut c_void),
    access c"access" Status false (mode: c_int),
);

#[unsafe(no_mangle)]
unsafe extern "C" fn statx(
    folder: c_int,
    path: *const c_char,
    flags: c_int,
    mask: c_uint,
    to: *mut c_void,
) -> c_int {
    type Statx = unsafe extern "C" fn(c_int, *const c_char, c_int, c_uint, *mut c_void) -> c_int;
    let real = real!(c"statx" as Statx);
    // SAFETY: the arguments are the caller's.
    unsafe {
        let failure = match count(Act::Status, false, folder) {
            None => count_path(Act::Status, false, path),
            failure => failure,
        };
        match failure {
            Some(failure) => fails(failure),
            _ => real(folder, path, flags, mask, to),
        }
    }
}

/// Defines functions that map a file.
macro_rules! mmap {
    ($($name:ident $text:literal),*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(
            place: *mut c_void,
            size: size_t,
            protection: c_int,
            flags: c_int,
            fd: c_int,
            at: off_t,
        ) -> *mut c_void {
            type Mmap =
                unsafe extern "C" fn(*mut c_void, size_t, c_int, c_int, c_int, off_t) -> *mut c_void;
            let real = real!($text as Mmap);
            match count(Act::Map, false, fd) {
                Some(failure) => {
                    fails(failure);
                    libc::MAP_FAILED
                }
                // SAFETY: the arguments are the caller's.
                _ => unsafe { real(place, size, protection, flags, fd, at) },
            }
        }
    )*};
}
mmap!(mmap c"mmap", mmap64 c"mmap64");

#[unsafe(no_mangle)]
unsafe extern "C" fn opendir(path: *const c_char) -> *mut c_void {
    let real = real!(c"opendir" as unsafe extern "C" fn(*const c_char) -> *mut c_void);
    // SAFETY: the arguments are the caller's.
    unsafe {
        match count_path(Act::Open, false, path) {
            Some(failure) => {
                fails(failure);
                std::ptr::null_mut()
            }
            _ => real(path),
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn close(fd: c_int) -> c_int {
    let real = real!(c"close" as unsafe extern "C" fn(c_int) -> c_int);
    // Another thread may get the same descriptor at once.
    closed(fd);
    // SAFETY: the argument is the caller's.
    unsafe { real(fd) }
}
