import { describe, expect, test } from "vitest";
import { dropDark, type PictureValue, rememberReplaced, staleIn } from "#cms/schema/fields/exchanged.ts";

const [shop, desk, camera] = [
  "image-shop-1600x900-webp",
  "image-desk-1600x900-webp",
  "image-camera-1600x900-webp",
];
const described = (es: string, en: string) => ({ es, en });
const first: PictureValue = { asset: { _ref: shop }, alt: described("Una tienda.", "A shop.") };

/** The picture after the Studio gave it another file, or none, with what is kept of the one before. */
function exchange(picture: PictureValue, ref?: string): PictureValue {
  const [kept] = rememberReplaced(picture, [{ path: ["asset"] }]);
  const { asset: _, ...rest } = picture;
  return {
    ...rest,
    ...(ref && { asset: { _ref: ref } }),
    ...(kept?.type === "set" && { replaced: kept.value as NonNullable<PictureValue["replaced"]> }),
  };
}

describe("an exchanged picture asks for its description", () => {
  test("in both languages, and no more once each is written anew", () => {
    const second = exchange(first, desk);
    expect(second.alt).toEqual(first.alt);
    expect(staleIn(second)).toEqual(["es", "en"]);
    expect(staleIn({ ...second, alt: described("Un escritorio.", "A shop.") })).toEqual(["en"]);
    expect(staleIn({ ...second, alt: described("Un escritorio.", "A desk.") })).toEqual([]);
  });

  test("also when it was taken away first", () => {
    const cleared = exchange(first);
    expect(staleIn(cleared)).toEqual([]);
    expect(staleIn(exchange(cleared, desk))).toEqual(["es", "en"]);
  });

  test("not when the one before is put back, and again when it is exchanged once more", () => {
    const back = exchange(exchange(first, desk), shop);
    expect(staleIn(back)).toEqual([]);
    expect(staleIn(exchange(back, desk))).toEqual(["es", "en"]);
  });

  test("a third one does not take the description of the first for that of the second", () => {
    const third = exchange(exchange(first, desk), camera);
    expect(staleIn(third)).toEqual(["es", "en"]);
    expect(staleIn(exchange(third, desk))).toEqual(["es", "en"]);
    expect(staleIn(exchange(third, shop))).toEqual([]);
  });

  test("a third one asks again, after the second was described", () => {
    const second = { ...exchange(first, desk), alt: described("Un escritorio.", "A desk.") };
    expect(staleIn(exchange(second, camera))).toEqual(["es", "en"]);
  });

  test("nothing is asked of a first picture, or where only the crop changes", () => {
    expect(staleIn(exchange({ alt: described("Una tienda.", "A shop.") }, shop))).toEqual([]);
    expect(rememberReplaced(first, [{ path: ["crop"] }])).toEqual([]);
  });
});

describe("what stands in for a picture in the dark theme goes with it", () => {
  const lit: PictureValue = { ...first, dark: { asset: { _ref: desk } } };
  const taken = [{ type: "unset", path: ["dark"] }];

  test("when it is exchanged or cleared", () => {
    expect(dropDark(lit, [{ path: ["asset"] }])).toMatchObject(taken);
    expect(dropDark(lit, [{ path: ["asset", "_ref"] }])).toMatchObject(taken);
  });

  test("not when anything else of it changes, or when the picture comes after it", () => {
    expect(dropDark(lit, [{ path: ["crop"] }, { path: ["dark", "asset"] }])).toEqual([]);
    expect(dropDark({ dark: lit.dark ?? {} }, [{ path: ["asset"] }])).toEqual([]);
    expect(dropDark(first, [{ path: ["asset"] }])).toEqual([]);
  });
});
