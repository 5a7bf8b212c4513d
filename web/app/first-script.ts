/** The type of a script that waits: the browser does not request it until `firstScript` inserts it as a module. */
export const lateScriptType = "text/plain";

/**
 * The inline script of every document, which the policy allows by its hash.
 * - It applies the chosen theme before the first paint.
 * - It lets the previous page fade out over this one. A snapshot of this page would delay its first paint.
 * - It runs the scripts with `lateScriptType` after the first paint, so that they do not compete with it.
 * - It does not wait on a hidden page, which is never painted. Nor does it wait for a visitor with a draft or a chosen
 *   theme, whose browser has the files already.
 * - A browser that reports no paint runs them three seconds after the page is loaded.
 * - It marks a form that is submitted before the loader handles submissions, so that styles show that it is being sent.
 *   A form with an action posts as HTML does, and not again within half a minute. The loader submits the others.
 */
export const firstScript = `
(({ dataset, style }) => {
let isEarly = document.hidden;
try {
if (localStorage.theme) isEarly = dataset.theme = localStorage.theme;
isEarly ||= sessionStorage.length;
} catch {}
const reset = () => document.querySelector("[data-waiting=posted]")?.removeAttribute("data-waiting");
addEventListener("pagereveal", async ({ viewTransition }) => {
if (!viewTransition) return;
style.viewTransitionName = "none";
await viewTransition.finished;
style.viewTransitionName = "";
});
addEventListener("submit", (event) => {
const { target: form, defaultPrevented } = event;
if (defaultPrevented) return;
const isPosted = form.matches("[action]");
if (!isPosted || form.dataset.waiting) event.preventDefault();
form.dataset.waiting = isPosted ? "posted" : "";
setTimeout(reset, 3e4);
});
addEventListener("pageshow", reset);
const run = () => {
if (document.readyState == "loading") return addEventListener("DOMContentLoaded", run);
for (const script of document.querySelectorAll("[type='${lateScriptType}']")) {
script.type = "module";
document.body.append(script);
}
};
if (isEarly) run();
else new PerformanceObserver((paints) => {
if (paints.getEntriesByName("first-contentful-paint").length) run();
}).observe({ type: "paint", buffered: true });
addEventListener("visibilitychange", run);
addEventListener("load", () => setTimeout(run, 3e3));
})(document.documentElement);
`.replaceAll("\n", "");
