import { dark, light, type Oklch, type Palette } from "./tokens.ts";

const oklch = ([lightness, chroma, hue]: Oklch) => `oklch(${lightness} ${chroma} ${hue})`;

/** A color of the palette as CSS writes it, in both themes. */
export const themedColor = (name: keyof Palette): string =>
  `light-dark(${oklch(light[name])}, ${oklch(dark[name])})`;
