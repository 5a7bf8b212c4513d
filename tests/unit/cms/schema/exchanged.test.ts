import { describe, expect, test } from "vitest";
import { dropDark, type PictureValue, rememberReplaced, staleIn } from "#cms/schema/fields/exchanged.ts";

const [shop, desk, camera] = [
  "image-shop-1600x900-webp",
  "image-desk-1600x900-webp",
  "image-camera-1600x900-webp",
];
const described = (es: string, en: string) => ({ es, en });
const first: PictureValue = { asset: { _ref: shop }, alt: described("Una tienda.", "A shop.") };

/** Returns the picture with another file, or none, and with the stored data of the previous file. */
function exchange(picture: PictureValue, ref?: string): PictureValue {
  const [kept] = rememberReplaced(picture, [{ path: ["asset"] }]);
  const { asset: _, ...rest } = picture;
  return {
    ...rest,
    ...(ref && { asset: { _ref: ref } }),
    ...(kept?.type === "set" && { replaced: kept.value as NonNullable<PictureValue["replaced"]> }),
  };
}

describe("a replaced picture needs a new description", () => {
  test("in both languages, until both are rewritten", () => {
    const second = exchange(first, desk);
    expect(second.alt).toEqual(first.alt);
    expect(staleIn(second)).toEqual(["es", "en"]);
    expect(staleIn({ ...second, alt: described("Un escritorio.", "A shop.") })).toEqual(["en"]);
    expect(staleIn({ ...second, alt: described("Un escritorio.", "A desk.") })).toEqual([]);
  });

  test("also when the old file was cleared first", () => {
    const cleared = exchange(first);
    expect(staleIn(cleared)).toEqual([]);
    expect(staleIn(exchange(cleared, desk))).toEqual(["es", "en"]);
  });

  test("not after the previous file returns, but after the next replacement", () => {
    const back = exchange(exchange(first, desk), shop);
    expect(staleIn(back)).toEqual([]);
    expect(staleIn(exchange(back, desk))).toEqual(["es", "en"]);
  });

  test("a third file does not inherit the description of the first", () => {
    const third = exchange(exchange(first, desk), camera);
    expect(staleIn(third)).toEqual(["es", "en"]);
    expect(staleIn(exchange(third, desk))).toEqual(["es", "en"]);
    expect(staleIn(exchange(third, shop))).toEqual([]);
  });

  test("a third file needs a description after the second was described", () => {
    const second = { ...exchange(first, desk), alt: described("Un escritorio.", "A desk.") };
    expect(staleIn(exchange(second, camera))).toEqual(["es", "en"]);
  });

  test("not for a first picture or a changed crop", () => {
    expect(staleIn(exchange({ alt: described("Una tienda.", "A shop.") }, shop))).toEqual([]);
    expect(rememberReplaced(first, [{ path: ["crop"] }])).toEqual([]);
  });
});

describe("the variant for the dark theme is removed with the picture", () => {
  const lit: PictureValue = { ...first, dark: { asset: { _ref: desk } } };
  const taken = [{ type: "unset", path: ["dark"] }];

  test("when the picture is replaced or cleared", () => {
    expect(dropDark(lit, [{ path: ["asset"] }])).toMatchObject(taken);
    expect(dropDark(lit, [{ path: ["asset", "_ref"] }])).toMatchObject(taken);
  });

  test("not when another field changes, or when the picture is added later", () => {
    expect(dropDark(lit, [{ path: ["crop"] }, { path: ["dark", "asset"] }])).toEqual([]);
    expect(dropDark({ dark: lit.dark ?? {} }, [{ path: ["asset"] }])).toEqual([]);
    expect(dropDark(first, [{ path: ["asset"] }])).toEqual([]);
  });
});
