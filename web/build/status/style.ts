import { themedColor } from "#web/theme/themed-color.ts";
import { font, radius, space, textSize } from "#web/theme/tokens.ts";

const used = ["surface", "raised", "text", "quiet", "line", "accent", "leaf", "caution", "critical"] as const;
const color = (name: (typeof used)[number]) => `--${name}:${themedColor(name)}`;

/** The style of pages that say how the site is, in its own colors and letters. */
export const style = `
:root{color-scheme:light dark;${used.map(color).join(";")}}
*{box-sizing:border-box}
body{margin:0;background:var(--surface);color:var(--text);font:${textSize.body}/1.6 ${font.sans};font-variant-numeric:tabular-nums;overflow-wrap:break-word}
body>*{max-inline-size:46rem;margin-inline:auto;padding-inline:${space.medium}}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 ${space.large};padding-block:${space.small}}
header p{margin:0;font:1.25rem ${font.serif}}
a{color:inherit;text-underline-offset:.2em;display:inline-flex;align-items:center;min-block-size:2.75rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:${radius.small}}
main{padding-block:${space.xlarge} ${space.xxlarge}}
h1{margin:0;font:${textSize.heading}/1.1 ${font.serif};letter-spacing:-.015em;text-wrap:balance}
h2{margin:0;font:${textSize.title}/1.25 ${font.serif}}
.quiet,.scale,time{color:var(--quiet)}
.quiet{margin:${space.xsmall} 0 0}
.stale{margin:${space.medium} 0 0;padding:${space.small} ${space.medium};border-inline-start:.25rem solid var(--caution);background:var(--raised)}
ul{list-style:none;margin:0;padding:0}
.parts{margin-block:${space.xlarge} ${space.xxlarge}}
.parts li{padding-block:${space.large};border-block-start:1px solid var(--line)}
.name{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 ${space.medium}}
.state{font-weight:600}
.state::before{content:"";display:inline-block;inline-size:.7em;block-size:.7em;margin-inline-end:.5em;background:currentColor;border-radius:50%}
.state.broken::before{border-radius:0}
.state.well{color:var(--leaf)}
.state.broken{color:var(--critical)}
.state.unknown{color:var(--quiet)}
svg{display:block;inline-size:100%;block-size:2.25rem;margin-block:${space.small} ${space.xxsmall}}
svg .well{fill:var(--leaf)}
svg .broken{fill:var(--critical)}
svg .unknown{fill:var(--line)}
.scale{display:flex;justify-content:space-between;gap:${space.small};font-size:${textSize.small}}
.outages li{padding-block:${space.small};border-block-end:1px solid var(--line)}
.outages strong{display:block}
footer{padding-block:${space.large} ${space.xlarge};color:var(--quiet);font-size:${textSize.small}}
footer p{margin:0}
`.replaceAll("\n", "");
