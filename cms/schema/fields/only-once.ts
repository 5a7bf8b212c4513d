import type { Say } from "../say.ts";
import { twice } from "./anchors.ts";

type Entry = { _ref?: string; page?: { _ref?: string } };

/** Validation for a list of pages: none stands in it twice. */
export const onlyOnce =
  (say: Say) =>
  (entries: unknown): true | string => {
    const pages = ((entries ?? []) as Entry[]).flatMap(({ _ref, page }) => _ref ?? page?._ref ?? []);
    return (
      twice(pages) === undefined ||
      say({ es: "La misma página está dos veces.", en: "The same page stands here twice." })
    );
  };
