// Invented values for the pictures of section types (`sample`).

/** Creates a text in both languages. */
export const sampleText = (es: string, en: string) => ({ _type: "localeText", es, en });

/** Creates a picture of the launch copy. */
export const samplePicture = () => ({
  _type: "picture",
  _sanityAsset: "image@file://./pictures/home-hero.webp",
  hotspot: { _type: "sanity.imageHotspot", x: 0.64, y: 0.42, height: 0.4, width: 0.4 },
  crop: { _type: "sanity.imageCrop", top: 0, bottom: 0, left: 0, right: 0 },
  alt: sampleText("Una casa azul junto al mar.", "A blue house by the sea."),
});

/** Creates the items of a list. `itemType` is their type in the schema. */
export const sampleItems = <Item extends object>(itemType: string, items: Item[]) =>
  items.map((item, index) => ({ _key: `${itemType}-${index}`, _type: itemType, ...item }));
