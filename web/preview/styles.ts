import { toHex } from "#web/theme/oklch.ts";
import { dark, light } from "#web/theme/tokens.ts";

// Not of the site's stylesheets: what no visitor sees must not weigh on any page.
const [surface, text, accent] = [toHex(dark.surface), toHex(dark.text), toHex(dark.accent)];

/** How the bar of the preview looks, and the page that says what a draft lacks. */
export const previewStyles = `
#preview-bar{position:fixed;inset:auto 0 0;z-index:50;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;padding:.6rem max(1rem,env(safe-area-inset-left));background:${surface};color:${text};font:.875rem/1.4 system-ui,sans-serif;border-top:2px solid ${accent}}
#preview-bar p{margin:0}
#preview-bar p:first-child{flex:1 1 12rem}
#preview-bar :is(a,button){font:inherit;color:${accent};background:none;border:0;padding:.35rem 0;min-block-size:1.5rem;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
#preview-bar input{font:inherit;inline-size:12rem;color:${text};background:none;border:1px solid ${accent};border-radius:.3rem;padding:.25rem .5rem}
#preview-note:empty{display:none}
#preview-bar :focus-visible{outline:2px solid ${accent};outline-offset:2px}
body{padding-block-end:4rem}
.preview-refused{max-inline-size:42rem;margin:10vh auto;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:light-dark(${toHex(light.text)},${text})}
:root:has(.preview-refused){color-scheme:light dark;background:light-dark(${toHex(light.surface)},${surface})}
@media print{#preview-bar{display:none}}
`.trim();
