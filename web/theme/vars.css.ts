import { createGlobalTheme } from "@vanilla-extract/css";
import { dark, font, light, motion, type Oklch, type Palette, radius, space, textSize } from "./tokens.ts";

const oklch = ([lightness, chroma, hue]: Oklch) => `oklch(${lightness} ${chroma} ${hue})`;

const themedColor = (name: keyof Palette): string =>
  `light-dark(${oklch(light[name])}, ${oklch(dark[name])})`;

// light-dark() follows the color-scheme of the element that uses it. So one set of variables serves the system's theme,
// the visitor's choice and a dark section on a light page.
const color = Object.fromEntries(
  (Object.keys(light) as (keyof Palette)[]).map((name) => [name, themedColor(name)]),
) as Record<keyof Palette, string>;

/** Every design decision as a CSS variable. */
export const vars = createGlobalTheme(":root", { color, space, textSize, radius, motion, font });
