/**
 * The inline script of all documents except previews, which their policy allows by its hash.
 * - It applies the chosen theme before the first paint.
 * - It loads the files of `data-scripts`, which public documents have, so late that no script competes with the first paint: at the first
 *   interaction, or 0.5 s after the page has loaded. A tab with a draft, a waiting toast or a chosen theme needs them before that.
 * - It repeats clicks and submissions when the files are loaded. If they cannot be loaded, a form posts as HTML does.
 * - It lets the previous page fade out over this one. A snapshot of this page would delay its first paint.
 */
export const firstScript = `
(({ dataset, style }) => {
let hasState;
try {
hasState = sessionStorage.length;
if (localStorage.theme) dataset.theme = localStorage.theme;
} catch {}
addEventListener("pagereveal", async ({ viewTransition }) => {
if (!viewTransition) return;
style.viewTransitionName = "none";
await viewTransition.finished;
style.viewTransitionName = "";
});
if (!dataset.scripts) return;
let loading, isSettled;
const load = () => loading ??= Promise.allSettled(dataset.scripts.split(" ").map((file) => import("/" + file))).then(() => { isSettled = 1; });
const handle = (event) => {
if (isSettled) return;
const { target, type } = event;
const isSent = type == "submit" || type == "invalid";
const button = type == "click" && target.closest("button[type=button]:not([popovertarget])");
if (isSent) event.preventDefault();
load().then(isSent ? () => (target.form ?? target).requestSubmit() : button && (() => button.click()));
};
for (const type of ["pointerdown", "keydown", "focusin", "input", "click", "submit", "invalid"]) addEventListener(type, handle, true);
if (hasState || dataset.theme) addEventListener("DOMContentLoaded", load);
else addEventListener("load", () => setTimeout(load, 500));
})(document.documentElement);
`.replaceAll("\n", "");
