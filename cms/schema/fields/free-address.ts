import type { ValidationContext } from "sanity";
import { isOwnAddress } from "../../content/addresses.ts";
import { isSameOldAddress, toOldAddressKey } from "../../content/old-address.ts";
import { apiVersion } from "../../content/site.ts";
import type { Said, Say } from "../say.ts";
import { bare } from "./existing.ts";

type Others = { redirects: string[]; pages: number; moved: number };

const others = `{
  "redirects": *[_type == "redirect" && !(_id in [$id, "drafts." + $id])].from,
  "pages": count(*[_type == "page" && $address in [address.es, address.en] && !(_id in [$id, "drafts." + $id])]),
  "moved": count(*[_type == "page" && $address in address.former && !(_id in [$id, "drafts." + $id])])
}`;

/** Returns the message for an address that another page or redirect uses, or undefined. */
async function takenBy(
  address: string,
  { document, getClient }: ValidationContext,
  say: Say,
): Promise<Said | undefined> {
  const found = await getClient({ apiVersion }).fetch<Others>(others, { address, id: bare(document?._id) });
  if (found.redirects.some((from) => isSameOldAddress(from ?? "", address))) {
    return say({
      es: "Otra redirección ya sale de esa dirección.",
      en: "Another redirect already starts at that address.",
    });
  }
  if (found.pages > 0) {
    return say({ es: "Otra página está en esa dirección.", en: "Another page is at that address." });
  }
  if (found.moved > 0) {
    return say({
      es: "Otra página estuvo en esa dirección, que ahora lleva a ella.",
      en: "Another page used to be at that address, which now leads to it.",
    });
  }
}

/** Rejects an old address that the site itself, a page or another redirect uses. */
export const isFreeAddress =
  (say: Say) =>
  async (from: string | undefined, context: ValidationContext): Promise<true | string> => {
    if (!from) return true;
    if (isOwnAddress(from) || isOwnAddress(toOldAddressKey(from) ?? "")) {
      return say({
        es: "Esa dirección la usa el propio sitio.",
        en: "That address belongs to the site itself.",
      });
    }
    return (await takenBy(toOldAddressKey(from) ?? from, context, say)) ?? true;
  };

/** Rejects a page address that another page or a redirect uses. */
export const isFreePageAddress =
  (say: Say) =>
  async (address: string | undefined, context: ValidationContext): Promise<true | string> =>
    (address && (await takenBy(address, context, say))) || true;
