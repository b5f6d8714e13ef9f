//! The files in `deploy/` name only metrics that exist. That `docs/serving.md` lists them as they
//! are is tested in `yiqi-server`.

use std::collections::BTreeSet;

use crate::read;

/// The metrics that `docs/serving.md` lists, with their types.
fn metrics() -> Vec<(String, String)> {
    let document = read("docs/serving.md");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| {
        let (name, rest) = row.split_once('`')?;
        let name = name.split('{').next()?;
        let kind = rest.split('|').nth(1)?.trim();
        let is_metric = name.starts_with("yiqi_") || name.starts_with("process_");
        is_metric.then(|| (name.to_owned(), kind.to_owned()))
    })
    .collect()
}

/// The names of series in expressions.
fn series(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("yiqi_") || word.starts_with("process_"))
        .collect()
}

#[test]
fn alerts_and_dashboard_name_only_metrics_that_exist() {
    let known: BTreeSet<String> = metrics()
        .into_iter()
        .flat_map(|(name, kind)| match kind.as_str() {
            "histogram" => ["bucket", "sum", "count"]
                .map(|part| format!("{name}_{part}"))
                .to_vec(),
            _ => vec![name],
        })
        .collect();
    for file in [
        "deploy/prometheus-alerts.yml",
        "deploy/grafana-dashboard.json",
    ] {
        let text = read(file);
        let named = series(&text);
        assert!(named.len() > 9, "{file} names metrics: {named:?}");
        for name in named {
            assert!(known.contains(name), "{file} names {name}");
        }
    }
}

#[test]
fn every_metric_is_on_the_dashboard() {
    let dashboard = read("deploy/grafana-dashboard.json");
    for (name, _) in metrics() {
        assert!(dashboard.contains(&name), "{name}");
    }
}

#[test]
fn the_dashboard_is_json_whose_panels_have_expressions() {
    let dashboard: serde_json::Value =
        serde_json::from_str(&read("deploy/grafana-dashboard.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    assert!(panels.len() > 9, "{}", panels.len());
    for panel in panels {
        let targets = panel["targets"].as_array().unwrap();
        assert!(!targets.is_empty(), "{panel}");
        for target in targets {
            assert!(
                !series(target["expr"].as_str().unwrap()).is_empty(),
                "{target}"
            );
        }
    }
}

#[test]
fn every_alert_has_an_expression_and_says_what_is_wrong_and_what_to_do() {
    let rules = read("deploy/prometheus-alerts.yml");
    let alerts: Vec<&str> = rules.split("- alert: ").skip(1).collect();
    assert!(alerts.len() > 8, "{}", alerts.len());
    for alert in alerts {
        for part in ["expr: ", "severity: ", "summary: \"", "description: \""] {
            assert_eq!(alert.matches(part).count(), 1, "{part} of {alert}");
        }
    }
}
