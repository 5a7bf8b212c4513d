// The vocabulary in which the launch copy is written: each function makes one value of the schema.

type Words = { es: string; en: string };

export const line = (es: string, en: string) => ({ _type: "localeString", es, en });
export const text = (es: string, en: string) => ({ _type: "localeText", es, en });

/** A proper name, which is the same in both languages. */
export const name = (both: string) => line(both, both);

export const toPage = (page: string, anchor?: string) => ({
  _type: "link",
  kind: "page",
  page: { _type: "reference", _ref: page },
  ...(anchor && { anchor }),
});
export const toContact = (kind: "mail" | "tel" | "whatsapp" | "instagram") => ({ _type: "link", kind });

type Link = ReturnType<typeof toPage> | ReturnType<typeof toContact>;

export const button = (label: Words, link: Link, tone: "accent" | "quiet" = "accent") => ({
  _type: "action",
  label,
  link,
  tone,
});

export const item = (title: Words, explanation?: Words) => ({
  _type: "feature",
  title,
  ...(explanation && { text: explanation }),
});

/** One way to reach the company, as a card. */
export const contactCard = (kind: "mail" | "tel" | "whatsapp" | "instagram", title: Words, when: Words) => ({
  _type: "contactCard",
  kind,
  title,
  text: when,
});

/** A picture of `images/`, in the form in which Sanity's importer takes files; `x` and `y` are its focal point. */
export const picture = (file: string, [x, y]: [number, number], es: string, en: string) => ({
  _type: "picture",
  _sanityAsset: `image@file://./images/${file}`,
  alt: text(es, en),
  hotspot: { _type: "sanity.imageHotspot", x, y, width: 0.4, height: 0.4 },
  crop: { _type: "sanity.imageCrop", top: 0, bottom: 0, left: 0, right: 0 },
});
