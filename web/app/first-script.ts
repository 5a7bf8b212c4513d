/** The type of a script that waits: the browser does not request it until `firstScript` inserts it as a module. */
export const lateScriptType = "text/plain";

/**
 * The inline script of every document, which the policy allows by its hash.
 * - It applies the chosen theme before the first paint.
 * - It lets the previous page fade out over this one. A snapshot of this page would delay its first paint.
 *   A pressed link shows its page at once, without the snapshot of the old page that a transition takes. The way back,
 *   and the same page in the other language, have the transition. A browser that gives a transition up, for instance on
 *   a slow machine, rejects its promise, and that is no error.
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
addEventListener("pageswap", ({ activation, viewTransition }) => {
const otherLanguage = document.querySelector("[data-language-switch]")?.pathname;
if (activation?.navigationType == "push" && new URL(activation.entry.url).pathname != otherLanguage)
viewTransition?.skipTransition();
});
const reset = () => document.querySelector("[data-waiting=posted]")?.removeAttribute("data-waiting");
addEventListener("pagereveal", async ({ viewTransition }) => {
if (!viewTransition) return;
style.viewTransitionName = "none";
await viewTransition.finished.catch(() => {});
style.viewTransitionName = "";
});
addEventListener("submit", (event) => {
if (event.defaultPrevented) return;
const { dataset } = event.target;
const state = event.target.matches("[action]") ? "posted" : "";
if (!state || dataset.waiting) event.preventDefault();
dataset.waiting = state;
setTimeout(reset, 3e4);
});
addEventListener("pageshow", ({ persisted }) => persisted && reset());
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
