import { describe, expect, test } from "vitest";
import {
  dropDark,
  listStaleLanguages,
  type PictureValue,
  rememberReplaced,
} from "#cms/schema/fields/replaced-picture.ts";

const [shop, desk, camera] = [
  "image-shop-1600x900-webp",
  "image-desk-1600x900-webp",
  "image-camera-1600x900-webp",
];
const createDescription = (es: string, en: string) => ({ es, en });
const firstPicture: PictureValue = {
  asset: { _ref: shop },
  alt: createDescription("Una tienda.", "A shop."),
};

/** Returns the picture with another file, or none, and with the stored data of the previous file. */
function replaceFile(picture: PictureValue, ref?: string): PictureValue {
  const [storedPatch] = rememberReplaced(picture, [{ path: ["asset"] }]);
  const { asset: _, ...otherFields } = picture;
  return {
    ...otherFields,
    ...(ref && { asset: { _ref: ref } }),
    ...(storedPatch?.type === "set" && {
      replaced: storedPatch.value as NonNullable<PictureValue["replaced"]>,
    }),
  };
}

const bothLanguages = ["es", "en"];
const second = replaceFile(firstPicture, desk);
const describedSecond = { ...second, alt: createDescription("Un escritorio.", "A desk.") };
const cleared = replaceFile(firstPicture);
const restored = replaceFile(second, shop);
const third = replaceFile(second, camera);

test.each<[string, PictureValue, string[]]>([
  ["in both languages", second, bothLanguages],
  [
    "in English while only the Spanish is rewritten",
    { ...second, alt: createDescription("Un escritorio.", "A shop.") },
    ["en"],
  ],
  ["no longer once both are rewritten", describedSecond, []],
  ["not while it has no file", cleared, []],
  ["also when the old file was cleared first", replaceFile(cleared, desk), bothLanguages],
  ["not after the previous file returns", restored, []],
  ["after the next replacement", replaceFile(restored, desk), bothLanguages],
  ["for a third file", third, bothLanguages],
  ["for an earlier file after the third", replaceFile(third, desk), bothLanguages],
  ["not for the first file after the third", replaceFile(third, shop), []],
  ["for a third file after the second was described", replaceFile(describedSecond, camera), bothLanguages],
  ["not for a first picture", replaceFile({ alt: createDescription("Una tienda.", "A shop.") }, shop), []],
])("a replaced picture needs a new description %s", (_, picture, languages) => {
  expect(listStaleLanguages(picture)).toEqual(languages);
});

test("a replaced picture keeps the description of the previous one until then", () => {
  expect(second.alt).toEqual(firstPicture.alt);
  expect(rememberReplaced(firstPicture, [{ path: ["crop"] }])).toEqual([]);
});

describe("the variant for the dark theme is removed with the picture", () => {
  const lit: PictureValue = { ...firstPicture, dark: { asset: { _ref: desk } } };
  const unsetPatches = [{ type: "unset", path: ["dark"] }];

  test("when the picture is replaced or cleared", () => {
    expect(dropDark(lit, [{ path: ["asset"] }])).toMatchObject(unsetPatches);
    expect(dropDark(lit, [{ path: ["asset", "_ref"] }])).toMatchObject(unsetPatches);
  });

  test("not when another field changes, or when the picture is added later", () => {
    expect(dropDark(lit, [{ path: ["crop"] }, { path: ["dark", "asset"] }])).toEqual([]);
    expect(dropDark({ dark: lit.dark ?? {} }, [{ path: ["asset"] }])).toEqual([]);
    expect(dropDark(firstPicture, [{ path: ["asset"] }])).toEqual([]);
  });
});
