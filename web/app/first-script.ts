/**
 * The inline script of every document, which the policy allows by its hash.
 * - It applies the chosen theme before the first paint.
 * - It lets the previous page fade out over this one. A snapshot of this page would delay its first paint.
 * - It runs the scripts with `lateScriptType` after the first paint, so that they do not compete with it. It does not wait
 *   if the tab may have a draft, whose visitor has the files already, or if the page is hidden, which is never painted.
 */
export const firstScript = `
(({ dataset, style }) => {
let isEarly = document.hidden;
try {
if (localStorage.theme) dataset.theme = localStorage.theme;
isEarly ||= sessionStorage.length;
} catch {}
addEventListener("pagereveal", async ({ viewTransition }) => {
if (!viewTransition) return;
style.viewTransitionName = "none";
await viewTransition.finished;
style.viewTransitionName = "";
});
const run = () => {
if (document.readyState == "loading") return addEventListener("DOMContentLoaded", run);
for (const script of document.querySelectorAll("[type='text/plain']")) {
script.type = "module";
document.body.append(script);
}
};
if (isEarly) run();
else new PerformanceObserver(run).observe({ type: "paint", buffered: true });
addEventListener("visibilitychange", run);
})(document.documentElement);
`.replaceAll("\n", "");

/** The type of scripts that `firstScript` runs. The browser does not request them before. */
export const lateScriptType = "text/plain";
