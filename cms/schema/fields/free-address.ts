import type { ValidationContext } from "sanity";
import { apiVersion } from "../../content/api-version.ts";
import { isOwnAddress } from "../../content/own-addresses.ts";
import type { Say } from "../say.ts";
import { bare } from "./existing.ts";

/** Validation for an old address: neither the site itself nor another redirect answers there. */
export const isFreeAddress =
  (say: Say) =>
  async (from: string | undefined, { document, getClient }: ValidationContext): Promise<true | string> => {
    if (!from) return true;
    if (isOwnAddress(from)) {
      return say({
        es: "Esa dirección la usa el propio sitio.",
        en: "That address belongs to the site itself.",
      });
    }
    const id = bare(document?._id);
    const query = "*[_type == 'redirect' && from == $from && !(_id in [$id, 'drafts.' + $id])]._id";
    const others = await getClient({ apiVersion }).fetch<string[]>(query, { from, id });
    return (
      others.length === 0 ||
      say({
        es: "Otra redirección ya sale de esa dirección.",
        en: "Another redirect starts at that address already.",
      })
    );
  };
