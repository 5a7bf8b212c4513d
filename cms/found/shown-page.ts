import { useEditState, useFormValue } from "sanity";
import { fixedAddress, type PageAddress } from "../content/addresses.ts";
import type { InBothLanguages } from "../content/languages.ts";
import type { Language } from "../content/site.ts";

type Text = Partial<InBothLanguages> | undefined;
export type ShownPicture = { asset?: { _ref?: string }; hotspot?: { x: number; y: number } };
type Settings = { brandName?: string; place?: Text; sharePicture?: ShownPicture };

/** The data of a page that search engines and social networks show, in one language. */
export type ShownPage = {
  title: string;
  /** The large text on the share card of a page without its own picture. */
  headline: string | null;
  description: string;
  brandName: string;
  place: string;
  /** The segments of its path. */
  address: string[];
  picture: ShownPicture | undefined;
};

/** Returns the current preview data of the open page by language, including drafts of the company details. */
export function useShownPage(): (language: Language) => ShownPage {
  const name = useFormValue(["name"]);
  const own = useFormValue(["address"]) as Partial<PageAddress> | undefined;
  const title = useFormValue(["title"]) as Text;
  const description = useFormValue(["description"]) as Text;
  const sections = useFormValue(["sections"]);
  const { draft, published } = useEditState("siteSettings", "siteSettings");
  const settings = (draft ?? published ?? {}) as Settings;
  const address = fixedAddress(String(name ?? "")) ?? own;
  const ownPicture = firstPicture(sections);
  const [opening] = (sections ?? []) as { title?: Text }[];
  return (language) => ({
    title: title?.[language] ?? "",
    headline: (!ownPicture && opening?.title?.[language]) || null,
    description: description?.[language] ?? "",
    brandName: settings.brandName ?? "",
    place: settings.place?.[language] ?? "",
    address: (address?.[language] ?? "").split("/").filter(Boolean),
    picture: ownPicture ?? settings.sharePicture,
  });
}

/** Returns the first picture of a page, which its share card shows. */
function firstPicture(value: unknown): ShownPicture | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const picture = value as ShownPicture;
  if (picture.asset?._ref?.startsWith("image-")) return picture;
  for (const child of Object.values(value)) {
    const found = firstPicture(child);
    if (found) return found;
  }
  return undefined;
}
