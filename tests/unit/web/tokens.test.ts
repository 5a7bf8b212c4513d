import { describe, expect, it } from "vitest";
import { contrast, toHex } from "#web/theme/oklch.ts";
import { dark, light, type Palette } from "#web/theme/tokens.ts";

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
  ["onCaution", "caution"],
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

it("contrast and conversion match the definitions at their limits", () => {
  expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 1);
  expect(toHex([1, 0, 0])).toBe("#ffffff");
  // Red of sRGB, after CSS Color 4.
  expect(toHex([0.62796, 0.25768, 29.2339])).toBe("#ff0000");
});
