import { useEditState, useFormValue } from "sanity";
import { fixedAddress, type PageAddress } from "../content/addresses.ts";
import type { InEveryLanguage } from "../content/languages.ts";
import type { Crop } from "../content/picture-parts.ts";
import type { Language } from "../content/site.ts";

type PartialText = Partial<InEveryLanguage> | undefined;
export type PreviewPicture = { asset?: { _ref?: string }; crop?: Crop; hotspot?: { x: number; y: number } };
type Settings = { brandName?: string; place?: PartialText; sharePicture?: PreviewPicture };

/** The data of a page that search engines and social networks show, in one language. */
export type PagePreview = {
  title: string;
  /** The large text on the share card of a page without its own picture. */
  headline: string | null;
  description: string;
  brandName: string;
  place: string;
  /** The segments of its path. */
  address: string[];
  picture: PreviewPicture | undefined;
};

/**
 * Returns by language what search results and shared links will show of the page that is open in the Studio. Includes
 * unpublished changes of the page and of the company details.
 */
export function usePagePreview(): (language: Language) => PagePreview {
  const name = useFormValue(["name"]);
  const ownAddress = useFormValue(["address"]) as Partial<PageAddress> | undefined;
  const title = useFormValue(["title"]) as PartialText;
  const description = useFormValue(["description"]) as PartialText;
  const sections = useFormValue(["sections"]);
  const { draft, published } = useEditState("siteSettings", "siteSettings");
  const settings = (draft ?? published ?? {}) as Settings;
  const address = fixedAddress(String(name ?? "")) ?? ownAddress;
  const ownPicture = findFirstPicture(sections);
  const [openingSection] = (sections ?? []) as { title?: PartialText }[];
  return (language) => ({
    title: title?.[language] ?? "",
    // The share card of a page without its own picture shows the first headline.
    headline: (!ownPicture && openingSection?.title?.[language]) || null,
    description: description?.[language] ?? "",
    brandName: settings.brandName ?? "",
    place: settings.place?.[language] ?? "",
    address: (address?.[language] ?? "").split("/").filter(Boolean),
    picture: ownPicture ?? settings.sharePicture,
  });
}

/** Returns the first picture in the sections of a page, which its share card shows (`picturesIn` finds the same). */
function findFirstPicture(value: unknown): PreviewPicture | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const picture = value as PreviewPicture;
  if (picture.asset?._ref?.startsWith("image-")) return picture;
  for (const child of Object.values(value)) {
    const nestedPicture = findFirstPicture(child);
    if (nestedPicture) return nestedPicture;
  }
  return undefined;
}
