import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { toHex } from "#web/theme/oklch.ts";
import { dark, light, type Oklch, type Palette } from "#web/theme/tokens.ts";

type AxeColor = { parseHexString(color: string): void };
// The types of axe leave out its functions for colors.
const { Color, getContrast } = (axe.commons as unknown as { color: unknown }).color as {
  Color: new (red: number, green: number, blue: number) => AxeColor;
  getContrast(background: AxeColor, text: AxeColor): number;
};

/** Returns the contrast ratio of two colors, 1 to 21 (WCAG 2). */
function contrast(...colors: [text: Oklch, background: Oklch]): number {
  const [text, background] = colors.map((color) => {
    const axeColor = new Color(0, 0, 0);
    axeColor.parseHexString(toHex(color));
    return axeColor;
  }) as [AxeColor, AxeColor];
  return getContrast(background, text);
}

const surfaces = ["surface", "raised", "tinted", "ink"] as const satisfies (keyof Palette)[];
const texts = [
  "text",
  "quiet",
  "accent",
  "accentStrong",
  "leaf",
  "critical",
] as const satisfies (keyof Palette)[];
const fills = [
  ["onAccent", "accent"],
  ["onAccent", "accentStrong"],
  ["onLeaf", "leaf"],
  ["onCritical", "critical"],
] as const satisfies [keyof Palette, keyof Palette][];

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s theme", (theme, palette) => {
  // Ink is dark in both themes, so text on ink has the colors of the dark theme.
  const visibleSurfaces = surfaces.filter((name) => name !== "ink" || theme === "dark");

  it.each(texts.flatMap((text) => visibleSurfaces.map((surface) => [text, surface] as const)))(
    "%s is readable on %s",
    (text, surface) => {
      expect(contrast(palette[text], palette[surface])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(fills)("%s is readable on a fill of %s", (text, fill) => {
    expect(contrast(palette[text], palette[fill])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(
    visibleSurfaces.flatMap((surface) =>
      (["control", "accent"] as const).map((line) => [line, surface] as const),
    ),
  )("a border of %s is visible on %s", (line, surface) => {
    expect(contrast(palette[line], palette[surface])).toBeGreaterThanOrEqual(3);
  });
});

it("ink is the same in both themes", () => {
  expect(light.ink).toEqual(dark.ink);
});

it("conversion matches the definition", () => {
  expect(toHex([1, 0, 0])).toBe("#ffffff");
  // Red of sRGB, after CSS Color 4.
  expect(toHex([0.62796, 0.25768, 29.2339])).toBe("#ff0000");
});
