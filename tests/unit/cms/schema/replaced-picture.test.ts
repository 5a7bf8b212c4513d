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

describe("a replaced picture needs a new description", () => {
  test("in both languages, until both are rewritten", () => {
    const second = replaceFile(firstPicture, desk);
    expect(second.alt).toEqual(firstPicture.alt);
    expect(listStaleLanguages(second)).toEqual(["es", "en"]);
    expect(listStaleLanguages({ ...second, alt: createDescription("Un escritorio.", "A shop.") })).toEqual([
      "en",
    ]);
    expect(listStaleLanguages({ ...second, alt: createDescription("Un escritorio.", "A desk.") })).toEqual(
      [],
    );
  });

  test("also when the old file was cleared first", () => {
    const cleared = replaceFile(firstPicture);
    expect(listStaleLanguages(cleared)).toEqual([]);
    expect(listStaleLanguages(replaceFile(cleared, desk))).toEqual(["es", "en"]);
  });

  test("not after the previous file returns, but after the next replacement", () => {
    const restored = replaceFile(replaceFile(firstPicture, desk), shop);
    expect(listStaleLanguages(restored)).toEqual([]);
    expect(listStaleLanguages(replaceFile(restored, desk))).toEqual(["es", "en"]);
  });

  test("a third file does not inherit the description of the first", () => {
    const third = replaceFile(replaceFile(firstPicture, desk), camera);
    expect(listStaleLanguages(third)).toEqual(["es", "en"]);
    expect(listStaleLanguages(replaceFile(third, desk))).toEqual(["es", "en"]);
    expect(listStaleLanguages(replaceFile(third, shop))).toEqual([]);
  });

  test("a third file needs a description after the second was described", () => {
    const second = {
      ...replaceFile(firstPicture, desk),
      alt: createDescription("Un escritorio.", "A desk."),
    };
    expect(listStaleLanguages(replaceFile(second, camera))).toEqual(["es", "en"]);
  });

  test("not for a first picture or a changed crop", () => {
    expect(
      listStaleLanguages(replaceFile({ alt: createDescription("Una tienda.", "A shop.") }, shop)),
    ).toEqual([]);
    expect(rememberReplaced(firstPicture, [{ path: ["crop"] }])).toEqual([]);
  });
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
