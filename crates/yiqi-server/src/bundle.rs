//! Packs the files of the page into few, without comments: over a slow line every file costs a
//! round trip.
//!
//! All modules become two scripts: `first.js` has what the home page needs, `rest.js` everything
//! else. Each module becomes a block, and what it exports becomes a value in `$modules`. This needs
//! no parser of JavaScript, because our modules use only a few forms of imports and exports; any
//! other form is an error. All style sheets become `page.css`.
//!
//! The build script includes this file; the server uses it to serve the page from a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// The modules that start the page and show the home page.
const FIRST: [&str; 2] = ["home.js", "app.js"];

/// Scripts that are not modules.
const SCRIPTS: [&str; 2] = ["sw.js", "theme.js"];

/// The style sheets; later ones override earlier ones.
const STYLES: [&str; 7] = [
    "app.css",
    "parts.css",
    "home.css",
    "tournament.css",
    "table.css",
    "board.css",
    "study.css",
];

/// The first line of a script that is not ours: it is included unchanged.
const FOREIGN: &str = "// @ts-nocheck";

/// Why the page cannot be packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BundleError {
    file: String,
    line: usize,
    why: &'static str,
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.why)
    }
}

impl std::error::Error for BundleError {}

/// Replaces modules and style sheets by bundles and keeps all other files.
///
/// # Errors
/// If a module uses a form that this cannot pack.
pub(crate) fn pack(
    files: BTreeMap<String, Vec<u8>>,
) -> Result<BTreeMap<String, Vec<u8>>, BundleError> {
    let mut packed = BTreeMap::new();
    let mut modules = BTreeMap::new();
    let mut styles = BTreeMap::new();
    for (name, bytes) in files {
        let is_script = SCRIPTS.contains(&name.as_str());
        let text = || {
            str::from_utf8(&bytes).map_err(|_| BundleError {
                file: name.clone(),
                line: 1,
                why: "is not UTF-8",
            })
        };
        if name.ends_with(".css") {
            styles.insert(name.clone(), without_comments(&name, text()?)?);
        } else if is_script {
            packed.insert(name.clone(), without_comments(&name, text()?)?.into_bytes());
        } else if name.ends_with(".js") {
            modules.insert(name.clone(), Module::read(&name, text()?)?);
        } else {
            packed.insert(name, bytes);
        }
    }
    let mut style = String::new();
    for name in STYLES {
        style += &styles.remove(name).unwrap_or_default();
    }
    if let Some((file, _)) = styles.pop_first() {
        let why = "is missing in the list of style sheets (bundle.rs)";
        let line = 1;
        return Err(BundleError { file, line, why });
    }
    packed.insert("page.css".to_owned(), style.into_bytes());
    let [first, rest] = scripts(&modules)?;
    packed.insert("first.js".to_owned(), first.into_bytes());
    packed.insert("rest.js".to_owned(), rest.into_bytes());
    Ok(packed)
}

/// One module, split at its imports and exports.
#[derive(Default)]
struct Module {
    /// The modules it imports, in order.
    imports: Vec<String>,
    /// The modules it imports when they are needed.
    lazy_imports: Vec<String>,
    code: String,
    /// The exported names, each with the expression for its value.
    exports: Vec<(String, String)>,
}

impl Module {
    fn read(file: &str, text: &str) -> Result<Module, BundleError> {
        if text.starts_with(FOREIGN) {
            return Module::read_foreign(file, text);
        }
        let mut module = Module::default();
        let mut lines = code_lines(file, text)?.into_iter();
        while let Some((line, code)) = lines.next() {
            let fail = |why| BundleError {
                file: file.to_owned(),
                line,
                why,
            };
            let is_list = code.starts_with("import ") || code.starts_with("export {");
            let mut statement = code;
            // A list of names may span lines.
            while is_list && !statement.ends_with(';') {
                let (_, more) = lines.next().ok_or_else(|| fail("is cut off"))?;
                statement = format!("{statement} {more}");
            }
            if is_list {
                module.read_list(&statement).ok_or_else(|| {
                    fail("use import { … } from \"./x.js\"; or export { … } from \"./x.js\";")
                })?;
                continue;
            }
            if statement.matches('`').count() % 2 == 1 {
                return Err(fail("a template may not span lines"));
            }
            let mut statement = &*statement;
            if let Some(exported) = statement.strip_prefix("export ") {
                let name = declared(exported)
                    .ok_or_else(|| fail("only functions, classes and constants are exported"))?;
                module.exports.push((name.to_owned(), name.to_owned()));
                statement = exported;
            }
            for (place, _) in statement.match_indices("import(") {
                let is_awaited = statement[..place].ends_with("await ");
                let name = quoted(&statement[place + "import(".len()..]);
                let name = name.filter(|_| is_awaited);
                let name = name.ok_or_else(|| fail("use await import(\"./x.js\")"))?;
                module.lazy_imports.push(name.to_owned());
            }
            module.code += statement;
            module.code.push('\n');
        }
        Ok(module)
    }

    /// Reads `import "./x.js";`, `import { a, b as c } from "./x.js";` or `export { a } from
    /// "./x.js";`.
    fn read_list(&mut self, statement: &str) -> Option<()> {
        let (keyword, rest) = statement.strip_suffix(';')?.split_once(' ')?;
        let Some((names, source)) = rest.split_once(" from ") else {
            self.imports.push(quoted(rest)?.to_owned());
            return (keyword == "import").then_some(());
        };
        let source = quoted(source)?;
        self.imports.push(source.to_owned());
        let names = pairs(names)?;
        if keyword == "import" {
            let names: Vec<String> = names
                .iter()
                .map(|(name, local)| format!("{name}: {local}"))
                .collect();
            let names = names.join(", ");
            let _ = writeln!(self.code, "const {{ {names} }} = $modules[\"{source}\"];");
            return Some(());
        }
        let value = |name: &str| format!("$modules[\"{source}\"].{name}");
        self.exports.extend(
            names
                .iter()
                .map(|(name, to)| ((*to).to_owned(), value(name))),
        );
        (keyword == "export").then_some(())
    }

    /// Reads a script that is not ours: it imports nothing and ends with its exports.
    fn read_foreign(file: &str, text: &str) -> Result<Module, BundleError> {
        let parts = text.trim_end().rsplit_once("export{");
        let read = parts.and_then(|(code, names)| {
            let list = format!("{{{}", names.strip_suffix(';')?);
            let names = pairs(&list)?;
            let exports = names
                .iter()
                .map(|(name, to)| ((*to).to_owned(), (*name).to_owned()));
            Some(Module {
                code: format!("{}\n", code.strip_prefix(FOREIGN)?.trim_start()),
                exports: exports.collect(),
                ..Module::default()
            })
        });
        read.ok_or_else(|| BundleError {
            file: file.to_owned(),
            line: 1,
            why: "must end with its exports",
        })
    }
}

/// The two scripts.
fn scripts(modules: &BTreeMap<String, Module>) -> Result<[String; 2], BundleError> {
    let mut order = Order {
        modules,
        names: Vec::new(),
        path: Vec::new(),
    };
    for name in FIRST {
        order.visit(name)?;
    }
    let first_count = order.names.len();
    let lazy: BTreeSet<&String> = modules
        .values()
        .flat_map(|module| &module.lazy_imports)
        .collect();
    for name in lazy {
        order.visit(name)?;
    }
    let unused = modules.keys().find(|name| !order.names.contains(name));
    if let Some(file) = unused {
        let (file, line) = (file.clone(), 1);
        let why = "is imported by no other module";
        return Err(BundleError { file, line, why });
    }
    let (first, rest) = order.names.split_at(first_count);
    let first_script = script("export const $modules = {};\n", first, first, modules);
    let head = "import { $modules } from \"./first.js\";\n";
    Ok([first_script, script(head, rest, first, modules)])
}

/// Puts modules behind those that they import.
struct Order<'m> {
    modules: &'m BTreeMap<String, Module>,
    names: Vec<&'m String>,
    /// The modules that are being visited.
    path: Vec<&'m String>,
}

impl<'m> Order<'m> {
    fn visit(&mut self, name: &str) -> Result<(), BundleError> {
        let fail = |why| BundleError {
            file: name.to_owned(),
            line: 1,
            why,
        };
        let found = self.modules.get_key_value(name);
        let (name, module) = found.ok_or_else(|| fail("does not exist"))?;
        if self.names.contains(&name) {
            return Ok(());
        }
        if self.path.contains(&name) {
            return Err(fail("imports itself through other modules"));
        }
        self.path.push(name);
        for import in &module.imports {
            self.visit(import)?;
        }
        self.path.pop();
        self.names.push(name);
        Ok(())
    }
}

/// A script of these modules. `first` are those that are always there.
fn script(
    head: &str,
    names: &[&String],
    first: &[&String],
    modules: &BTreeMap<String, Module>,
) -> String {
    let mut script = head.to_owned();
    for (name, module) in names.iter().map(|&name| (name, &modules[name])) {
        let mut code = module.code.clone();
        for lazy in &module.lazy_imports {
            let is_here = first.contains(&lazy);
            let load = if is_here {
                ""
            } else {
                "await import(\"./rest.js\"), "
            };
            let from = format!("await import(\"./{lazy}\")");
            code = code.replace(&from, &format!("({load}$modules[\"{lazy}\"])"));
        }
        let exports: Vec<String> = module
            .exports
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let exports = exports.join(", ");
        let _ = writeln!(
            script,
            "{{\n{code}$modules[\"{name}\"] = {{ {exports} }};\n}}"
        );
    }
    script
}

/// The lines with code, numbered from 1, without indentation and without comments that have their
/// own lines or are types of expressions.
fn code_lines(file: &str, text: &str) -> Result<Vec<(usize, String)>, BundleError> {
    let mut found = Vec::new();
    let mut lines = text.lines().map(str::trim).zip(1..);
    while let Some((line, number)) = lines.next() {
        let fail = |why| BundleError {
            file: file.to_owned(),
            line: number,
            why,
        };
        if line.starts_with("/*") && !line.contains("*/") {
            let end = lines.find(|(line, _)| line.contains("*/"));
            let (end, _) = end.ok_or_else(|| fail("the comment has no end"))?;
            if !end.ends_with("*/") {
                return Err(fail("code may not follow a comment of several lines"));
            }
            continue;
        }
        let mut code = line.to_owned();
        while let Some((start, end)) = inline_comment(&code) {
            code.replace_range(start..end, "");
        }
        let code = code.trim();
        if !code.is_empty() && !code.starts_with("//") {
            found.push((number, code.to_owned()));
        }
    }
    Ok(found)
}

/// A comment that starts a line, or that gives an expression its type.
fn inline_comment(line: &str) -> Option<(usize, usize)> {
    let start = if line.starts_with("/*") {
        0
    } else {
        line.find("/** @")?
    };
    let end = start + line[start..].find("*/")? + "*/".len();
    let has_space = line[end..].starts_with(' ');
    Some((start, end + usize::from(has_space)))
}

fn without_comments(file: &str, text: &str) -> Result<String, BundleError> {
    let lines = code_lines(file, text)?;
    Ok(lines.into_iter().map(|(_, line)| line + "\n").collect())
}

/// The name of a function, a class or a constant that is declared here.
fn declared(code: &str) -> Option<&str> {
    let kinds = [
        "async function* ",
        "async function ",
        "function* ",
        "function ",
        "class ",
        "const ",
    ];
    let rest = kinds.iter().find_map(|kind| code.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !is_of_name(letter))?;
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// The names in `{ a, b as c }`, as pairs: `a` and `a`, `b` and `c`.
fn pairs(list: &str) -> Option<Vec<(&str, &str)>> {
    let names = list.trim().strip_prefix('{')?.strip_suffix('}')?;
    let names = names.split(',').map(str::trim);
    let pairs = names.filter(|name| !name.is_empty()).map(|name| {
        let (from, to) = name.split_once(" as ").unwrap_or((name, name));
        let is_plain = from.chars().chain(to.chars()).all(is_of_name);
        is_plain.then_some((from, to))
    });
    pairs.collect()
}

/// The name of the file in `"./x.js"…`.
fn quoted(text: &str) -> Option<&str> {
    let (name, _) = text.trim().strip_prefix("\"./")?.split_once('"')?;
    Some(name)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(files: &[(&str, &str)]) -> Result<BTreeMap<String, String>, String> {
        let files = files
            .iter()
            .map(|&(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let packed = pack(files.collect()).map_err(|error| error.to_string())?;
        let text = |(name, bytes)| (name, String::from_utf8(bytes).unwrap());
        Ok(packed.into_iter().map(text).collect())
    }

    const APP: &str = "import { el } from \"./dom.js\";\nel(await import(\"./home.js\"));\n\
        el(await import(\"./table.js\"));\n";
    const HOME: &str = "// Home.\nimport {\n  el as make,\n  fill,\n} from \"./dom.js\";\n\
        export const at = /** @type {import(\"./dom.js\").El} */ (make(fill));\n";
    const DOM: &str = "/**\n * Makes.\n */\nexport function el() {\n  return \"// no comment\";\n}\n\
        export function fill() {}\n";
    const TABLE: &str = "import { generate } from \"./foreign.js\";\nimport \"./dom.js\";\n\
        export { el } from \"./dom.js\";\nexport async function* play() {\n  generate();\n}\n";
    const FOREIGN_CODE: &str = "// @ts-nocheck\n/*! Free for all. */\nconst e=1,P=()=>{};\
        export{e as correction,P as generate};\n";

    const ALL: [(&str, &str); 5] = [
        ("app.js", APP),
        ("home.js", HOME),
        ("dom.js", DOM),
        ("table.js", TABLE),
        ("foreign.js", FOREIGN_CODE),
    ];

    #[test]
    fn modules_become_two_scripts_in_the_order_of_their_imports() {
        let packed = packed(&ALL).unwrap();
        assert_eq!(
            packed["first.js"],
            "export const $modules = {};\n\
             {\nfunction el() {\nreturn \"// no comment\";\n}\nfunction fill() {}\n\
             $modules[\"dom.js\"] = { el: el, fill: fill };\n}\n\
             {\nconst { el: make, fill: fill } = $modules[\"dom.js\"];\nconst at = (make(fill));\n\
             $modules[\"home.js\"] = { at: at };\n}\n\
             {\nconst { el: el } = $modules[\"dom.js\"];\nel(($modules[\"home.js\"]));\n\
             el((await import(\"./rest.js\"), $modules[\"table.js\"]));\n\
             $modules[\"app.js\"] = {  };\n}\n"
        );
        assert_eq!(
            packed["rest.js"],
            "import { $modules } from \"./first.js\";\n\
             {\n/*! Free for all. */\nconst e=1,P=()=>{};\n\
             $modules[\"foreign.js\"] = { correction: e, generate: P };\n}\n\
             {\nconst { generate: generate } = $modules[\"foreign.js\"];\n\
             async function* play() {\ngenerate();\n}\n\
             $modules[\"table.js\"] = { el: $modules[\"dom.js\"].el, play: play };\n}\n"
        );
    }

    #[test]
    fn style_sheets_become_one_and_other_files_stay() {
        let mut files = ALL.to_vec();
        files.push(("board.css", "/* Boards. */\nb { c: d }\n"));
        files.push(("app.css", "/* All\n   pages. */\n\n  a { b: c }\n"));
        files.push(("theme.js", "// Early.\n(() => {\n  go();\n})();\n"));
        files.push(("index.html", "<!doctype html>\n"));
        let packed = packed(&files).unwrap();
        assert_eq!(packed["page.css"], "a { b: c }\nb { c: d }\n");
        assert_eq!(packed["theme.js"], "(() => {\ngo();\n})();\n");
        assert_eq!(packed["index.html"], "<!doctype html>\n");
        assert_eq!(packed.len(), 5);
    }

    #[track_caller]
    fn check_error(name: &str, text: &str, want: &str) {
        let mut files: BTreeMap<&str, &str> = ALL.into_iter().collect();
        files.insert(name, text);
        let files: Vec<(&str, &str)> = files.into_iter().collect();
        assert_eq!(packed(&files).unwrap_err(), want);
    }

    #[test]
    fn what_cannot_be_packed_is_an_error_with_its_line() {
        let lists = "use import { … } from \"./x.js\"; or export { … } from \"./x.js\";";
        for code in [
            "import * as dom from \"./dom.js\";",
            "import dom from \"./dom.js\";",
            "import { el } from \"dom\";",
            "export { el };",
        ] {
            check_error(
                "dom.js",
                &format!("\n{code}\n"),
                &format!("dom.js:2: {lists}"),
            );
        }
        let exports = "dom.js:1: only functions, classes and constants are exported";
        check_error("dom.js", "export let a = 1;\n", exports);
        check_error("dom.js", "export const { a } = b;\n", exports);
        let lazy = "dom.js:1: use await import(\"./x.js\")";
        check_error("dom.js", "import(\"./home.js\").then(go);\n", lazy);
        check_error("dom.js", "go(import(\"./home.js\"));\n", lazy);
        check_error(
            "dom.js",
            "a(`b\n c`);\n",
            "dom.js:1: a template may not span lines",
        );
        check_error(
            "dom.js",
            "go();\n/* a\n",
            "dom.js:2: the comment has no end",
        );
        let cycle = "home.js:1: imports itself through other modules";
        check_error("dom.js", "import \"./home.js\";\n", cycle);
        check_error(
            "dom.js",
            "import \"./none.js\";\n",
            "none.js:1: does not exist",
        );
        check_error(
            "spare.js",
            "go();\n",
            "spare.js:1: is imported by no other module",
        );
        let style = "new.css:1: is missing in the list of style sheets (bundle.rs)";
        check_error("new.css", "a { b: c }\n", style);
    }
}
