import { getPublishedId, type ValidationContext } from "sanity";
import { isOwnAddress } from "../../content/addresses.ts";
import { isSameOldAddress, toOldAddressKey } from "../../content/old-address.ts";
import { apiVersion } from "../../content/site.ts";
import type { Label, LabelFn } from "../labels.ts";

type AddressUses = { redirects: string[]; pages: number; moved: number };

const addressUsesQuery = `{
  "redirects": *[_type == "redirect" && !(_id in [$id, "drafts." + $id])].from,
  "pages": count(*[_type == "page" && $address in [address.es, address.en] && !(_id in [$id, "drafts." + $id])]),
  "moved": count(*[_type == "page" && $address in address.former && !(_id in [$id, "drafts." + $id])])
}`;

/** Returns the message for an address that another page has or had, or another redirect uses; else undefined. */
async function findAddressConflict(
  address: string,
  { document, getClient }: ValidationContext,
  say: LabelFn,
): Promise<Label | undefined> {
  const uses = await getClient({ apiVersion }).fetch<AddressUses>(addressUsesQuery, {
    address,
    id: getPublishedId(document?._id ?? ""),
  });
  if (uses.redirects.some((from) => isSameOldAddress(from ?? "", address))) {
    return say({
      es: "Otra redirección ya sale de esa dirección.",
      en: "Another redirect already starts at that address.",
    });
  }
  if (uses.pages > 0) {
    return say({ es: "Otra página está en esa dirección.", en: "Another page is at that address." });
  }
  if (uses.moved > 0) {
    return say({
      es: "Otra página estuvo en esa dirección, que ahora lleva a ella.",
      en: "Another page used to be at that address, which now leads to it.",
    });
  }
}

/** Rejects an old address that the site itself, a page or another redirect uses. */
export const isFreeAddress =
  (say: LabelFn) =>
  async (from: string | undefined, context: ValidationContext): Promise<true | Label> => {
    if (!from) return true;
    if (isOwnAddress(from) || isOwnAddress(toOldAddressKey(from) ?? "")) {
      return say({
        es: "Esa dirección la usa el propio sitio.",
        en: "That address belongs to the site itself.",
      });
    }
    return (await findAddressConflict(toOldAddressKey(from) ?? from, context, say)) ?? true;
  };

/** Rejects a page address that another page has or had, or from which a redirect starts. */
export const isFreePageAddress =
  (say: LabelFn) =>
  async (address: string | undefined, context: ValidationContext): Promise<true | Label> =>
    (address && (await findAddressConflict(address, context, say))) || true;
