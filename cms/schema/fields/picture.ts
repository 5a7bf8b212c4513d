import { defineField, defineType, type Rule, type ValidationContext } from "sanity";
import { type Crop, findKeptPart } from "../../content/picture-parts.ts";
import { languages } from "../../content/site.ts";
import type { FieldLabels, Label, LabelFn } from "../labels.ts";
import { requiredText } from "./lengths.ts";
import { PictureInput } from "./picture-input.tsx";
import { describesCurrentPicture } from "./replaced-picture.ts";

type PictureAsset = { asset?: { _ref?: string }; crop?: Crop } | undefined;

// The Studio's "clear" leaves the description of a picture behind.
const isChosen = (say: LabelFn) => (value: unknown) =>
  Boolean((value as PictureAsset)?.asset) || say({ es: "Elige la imagen.", en: "Choose the picture." });

type Size = { width: number; height?: number };

/** Returns the width and height in pixels from the id of an asset. */
const sizeOf = (picture: PictureAsset) =>
  /-(\d+)x(\d+)-\w+$/
    .exec(picture?.asset?._ref ?? "")
    ?.slice(1)
    .map(Number) as [number, number] | undefined;

/** Returns the width and height in pixels of the part of a picture that the editor has not cut off. */
function keptSizeOf(picture: PictureAsset): [number, number] | undefined {
  const [width, height] = sizeOf(picture) ?? [];
  if (!width || !height) return undefined;
  const part = findKeptPart(picture?.crop, { width, height });
  return part ? [part.width, part.height] : [width, height];
}

const isLargeEnough =
  ({ width, height = 0 }: Size, say: LabelFn) =>
  (value: unknown): true | Label => {
    const [actualWidth = width, actualHeight = height] = keptSizeOf(value as PictureAsset) ?? [];
    if (actualWidth >= width && actualHeight >= height) return true;
    return height
      ? say({
          es: `La imagen mide ${actualWidth} × ${actualHeight} píxeles y aquí hacen falta al menos ${width} × ${height}. Sube una más grande.`,
          en: `The picture is ${actualWidth} × ${actualHeight} pixels and this place needs at least ${width} × ${height}. Upload a larger one.`,
        })
      : say({
          es: `La imagen mide ${actualWidth} píxeles de ancho y aquí hacen falta al menos ${width}. Sube una más grande.`,
          en: `The picture is ${actualWidth} pixels wide and this place needs at least ${width}. Upload a larger one.`,
        });
  };

/**
 * Rejects a dark variant with other proportions than the light picture, or a smaller one. The site shows it in the
 * place of the light picture, with the same cropping.
 */
const matchesLightPicture =
  (say: LabelFn) =>
  (dark: unknown, { parent }: ValidationContext): true | Label => {
    const [width, height] = sizeOf(dark as PictureAsset) ?? [];
    const [lightWidth, lightHeight] = sizeOf(parent as PictureAsset) ?? [];
    if (!width || !height || !lightWidth || !lightHeight) return true;
    const isAlike = Math.abs((width * lightHeight) / (height * lightWidth) - 1) < 0.01;
    if (isAlike && width >= lightWidth) return true;
    return say({
      es: `La imagen clara mide ${lightWidth} × ${lightHeight} píxeles y esta ${width} × ${height}: deben medir lo mismo.`,
      en: `The light picture is ${lightWidth} × ${lightHeight} pixels and this one ${width} × ${height}: they have to be the same size.`,
    });
  };

/** The minimum size of a picture that is at least half as wide as the page. */
export const largeSize: Size = { width: 1200 };
/** The minimum size of a picture beside others. */
export const smallSize: Size = { width: 800 };

/** The minimum size of a screenshot from a phone. */
export const phoneSize: Size = { width: 700 };

/** The minimum size of a portrait. */
export const portraitSize: Size = { width: 600, height: 600 };

/** Returns the field for an optional picture of a minimum size. */
export const optionalPicture = (size: Size, say: LabelFn, name: string, labels: FieldLabels) => ({
  ...labels,
  name,
  type: "picture",
  validation: (rule: Rule) => rule.custom(isLargeEnough(size, say)),
});

/** Returns the field for a required picture of a minimum size. */
export const requiredPicture = (size: Size, say: LabelFn, name: string, labels: FieldLabels) => ({
  ...optionalPicture(size, say, name, labels),
  validation: (rule: Rule) => rule.required().custom(isChosen(say)).custom(isLargeEnough(size, say)),
});

const accept = "image/jpeg,image/png,image/webp";

/**
 * The hidden field for the previous picture and its descriptions, which the picture input fills in. Validation then
 * rejects a description that an editor has not changed since.
 */
const replacedField = defineField({
  name: "replaced",
  type: "object",
  hidden: true,
  fields: ["asset", ...languages].map((name) => defineField({ name, type: "string", hidden: true })),
});

/** Defines the field of a picture: its crop, its description, and a version for the dark theme. */
export const picture = (say: LabelFn) =>
  defineType({
    name: "picture",
    title: say({ es: "Imagen", en: "Picture" }),
    type: "image",
    options: {
      hotspot: {
        previews: [
          { title: say({ es: "Vertical", en: "Portrait" }), aspectRatio: 3 / 4 },
          { title: say({ es: "Cuadrado", en: "Square" }), aspectRatio: 1 },
          { title: say({ es: "Horizontal", en: "Landscape" }), aspectRatio: 16 / 9 },
        ],
      },
      accept,
    },
    components: { input: PictureInput },
    fields: [
      defineField({
        name: "alt",
        title: say({ es: "Descripción para quien no la ve", en: "Description for people who can’t see it" }),
        type: "localeText",
        description: say({
          es: "Di en una frase qué muestra la imagen; no el nombre del archivo, y sin “imagen de”.",
          en: "Say what the picture shows, in one sentence; not its file name, and without “picture of”.",
        }),
        ...requiredText({ comfortable: 150, maximum: 250 }, say, describesCurrentPicture(say)),
      }),
      defineField({
        name: "dark",
        title: say({ es: "La misma, para el tema oscuro", en: "The same one, for the dark theme" }),
        type: "image",
        description: say({
          es: "Opcional: la misma escena con fondo oscuro y del mismo tamaño. Solo la ven quienes usan el tema oscuro; sin ella, la imagen se atenúa.",
          en: "Optional: the same scene on a dark background, of the same size. Only people with the dark theme see it; without it the picture is dimmed.",
        }),
        options: { accept },
        validation: (rule) => rule.custom(matchesLightPicture(say)),
      }),
      replacedField,
    ],
  });
