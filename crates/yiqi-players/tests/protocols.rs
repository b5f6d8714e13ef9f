//! The engine's side of the line protocols, driven as other programs drive it.

mod protocols {
    mod botzone;
    mod driver;
    mod gomocup;
    mod gtp;
    mod nboard;
    mod pondering;
    mod random_lines;
    mod rehearsal;
    mod script;
}
