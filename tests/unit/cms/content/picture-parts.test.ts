import { describe, expect, test } from "vitest";
import { cropPictures, findKeptPart, listPictureUses, toFocusInPart } from "#cms/content/picture-parts.ts";

const size = { width: 1000, height: 700 };

describe("the kept part of a picture", () => {
  test.each([
    ["without a crop", null, null],
    ["with a crop of nothing", { left: 0, top: 0, right: 0, bottom: 0 }, null],
    [
      "in whole pixels",
      { left: 0.1, top: 0.2, right: 0.3, bottom: 0.1 },
      { left: 100, top: 140, width: 600, height: 490 },
    ],
    [
      "without a pixel that the cut touches",
      { left: 0.0001, top: 0, right: 0.9985, bottom: 0 },
      { left: 1, top: 0, width: 1, height: 700 },
    ],
    ["with a side missing", { left: 0.5, top: null }, { left: 500, top: 0, width: 500, height: 700 }],
    [
      "of one pixel, if the cuts meet",
      { left: 0.8, right: 0.8, top: 0, bottom: 1 },
      { left: 800, top: 0, width: 1, height: 1 },
    ],
    ["whole, if the crop is no number", { left: Number.NaN, top: "x" as unknown as number }, null],
  ])("is found %s", (_, crop, part) => {
    expect(findKeptPart(crop, size)).toEqual(part);
  });

  test.each(Array.from({ length: 40 }, (_, index) => index / 41))(
    "has no pixel outside of the crop, and fewer than two too few (%f)",
    (fraction) => {
      const crop = { left: fraction / 2, right: fraction / 3, top: fraction / 3, bottom: fraction / 2 };
      const { left, top, width, height } = findKeptPart(crop, size) ?? { left: 0, top: 0, ...size };
      expect(left).toBeGreaterThanOrEqual(crop.left * 1000 - 1e-3);
      expect(left + width).toBeLessThanOrEqual(1000 - crop.right * 1000 + 1e-3);
      expect(top).toBeGreaterThanOrEqual(crop.top * 700 - 1e-3);
      expect(top + height).toBeLessThanOrEqual(700 - crop.bottom * 700 + 1e-3);
      expect(1000 - crop.left * 1000 - crop.right * 1000 - width).toBeLessThan(2);
    },
  );
});

test("a focal point is relative to the kept part, and stays in it", () => {
  const crop = { left: 0.5, top: 0, right: 0.25, bottom: 0 };
  expect(toFocusInPart({ x: 0.625, y: 0.25 }, crop)).toEqual({ x: 0.5, y: 0.25 });
  expect(toFocusInPart({ x: 0.1, y: 1.5 }, crop)).toEqual({ x: 0, y: 1 });
  expect(toFocusInPart({ x: null, y: 0.25 }, crop)).toEqual({ x: 0.5, y: 0.25 });
  expect(toFocusInPart(null, crop)).toBeNull();
});

test("a picture and its dark variant have the size and the part that the editor kept", () => {
  const picture = {
    url: "https://cms/a-1000x700.png",
    ...size,
    crop: { left: 0.5, top: 0, right: 0, bottom: 0 },
    focus: { x: 0.75, y: 0.5 },
    dark: { url: "https://cms/b-2000x1400.png", width: 2000, height: 1400 },
  };
  expect(cropPictures({ items: [{ picture }] })).toEqual({
    items: [
      {
        picture: {
          url: "https://cms/a-1000x700.png?rect=500,0,500,700",
          width: 500,
          height: 700,
          focus: { x: 0.5, y: 0.5 },
          dark: { url: "https://cms/b-2000x1400.png?rect=1000,0,1000,1400", width: 1000 },
        },
      },
    ],
  });
});

test("an asset is used with the crop of each picture, and as a dark variant with that of the light one", () => {
  const asset = { _ref: "image-a" };
  const crop = { left: 0.5, top: 0, right: 0, bottom: 0 };
  const part = { left: 500, top: 0, width: 500, height: 700 };
  const listParts = (value: unknown) => [...listPictureUses(value, "image-a", size)].map((use) => use.part);
  expect(listParts([{ sections: [{ picture: { asset, crop } }, { picture: { asset } }] }])).toEqual([
    part,
    null,
  ]);
  expect(listParts({ picture: { asset: { _ref: "image-b" }, crop, dark: { asset } } })).toEqual([part]);
});
