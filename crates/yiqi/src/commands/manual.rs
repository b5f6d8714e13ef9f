//! `yiqi completions` and `yiqi man`, generated from the table of commands.

use std::io::Write;

use clap::{ArgMatches, Command};
use clap_complete::Shell;

use crate::failure::Failure;

pub(crate) fn completions(
    args: &ArgMatches,
    mut command: Command,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if let Some(&shell) = args.get_one::<Shell>("shell") {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, "yiqi", &mut script);
        out.write_all(&script)?;
    }
    Ok(())
}

/// One page: the program first, then each of its commands.
pub(crate) fn man(mut command: Command, out: &mut impl Write) -> Result<(), Failure> {
    command.build();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for sub in command.get_subcommands() {
        let page = clap_mangen::Man::new(sub.clone());
        writeln!(out, ".SH \"YIQI {}\"", sub.get_name().to_uppercase())?;
        page.render_description_section(out)?;
        page.render_synopsis_section(out)?;
        page.render_options_section(out)?;
    }
    Ok(())
}
