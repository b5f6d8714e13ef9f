// Loaded before anything is drawn, so that the page never flashes in the wrong theme. This is a classic
// script: modules run too late for that.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");

  function apply() {
    let choice = "system";
    try {
      choice = JSON.parse(localStorage.getItem("yiqi.theme") ?? '"system"');
    } catch {
      // Without storage the system decides.
    }
    if (choice !== "light" && choice !== "dark" && choice !== "contrast") {
      choice = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
    }
    document.documentElement.dataset.theme = choice;
  }

  apply();
  dark.addEventListener("change", apply);
  contrast.addEventListener("change", apply);
  // The settings menu fires this when the choice changes.
  addEventListener("yiqi-theme", apply);
})();
