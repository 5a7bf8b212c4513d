import { type FormPatch, set, unset, type ValidationContext } from "sanity";
import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import type { Say } from "../say.ts";

type Text = Partial<InBothLanguages>;

/** A picture in the Studio: its asset, what it shows, and the asset that was there before with what that one showed. */
export type PictureValue = {
  asset?: { _ref?: string };
  alt?: Text;
  /** The same for the dark theme. */
  dark?: { asset?: { _ref?: string } };
  replaced?: Text & { asset?: string };
};

/** Lists the languages in which a picture still has the description of the previous one. */
export function staleIn({ asset, alt, replaced }: PictureValue): Language[] {
  if (!asset?._ref || !replaced || replaced.asset === asset._ref) return [];
  return languages.filter((language) => alt?.[language] && alt[language] === replaced[language]);
}

const isExchanged = (patches: readonly Pick<FormPatch, "path">[]) =>
  patches.some(({ path }) => path[0] === "asset");

/** What takes the variant for the dark theme away when `patches` exchange the picture: it shows the one before. */
export const dropDark = (
  picture: PictureValue | undefined,
  patches: readonly Pick<FormPatch, "path">[],
): FormPatch[] => (picture?.asset?._ref && picture.dark && isExchanged(patches) ? [unset(["dark"])] : []);

/**
 * What has to be written down when `patches` take a picture's asset away or exchange it: which one it was, and how
 * that one was described. Going back to it, or another description, makes that good again.
 */
export function rememberReplaced(
  picture: PictureValue | undefined,
  patches: readonly Pick<FormPatch, "path">[],
): FormPatch[] {
  const { asset, alt } = picture ?? {};
  // What was not described anew belongs to the one before.
  if (!isExchanged(patches) || !picture || !asset?._ref || !alt || staleIn(picture).length > 0) return [];
  const described = Object.fromEntries(languages.map((language) => [language, alt[language]]));
  return [set({ asset: asset._ref, ...described }, ["replaced"])];
}

/** Validation for a picture's description: it is not that of the previous picture. */
export const describesThisOne =
  (say: Say) =>
  (_alt: unknown, { parent }: ValidationContext): true | string => {
    const stale = staleIn((parent ?? {}) as PictureValue);
    if (stale.length === 0) return true;
    const where = {
      es: say({ es: "en español", en: "in Spanish" }),
      en: say({ es: "en inglés", en: "in English" }),
    };
    const list = stale.map((language) => where[language]).join(say({ es: " y ", en: " and " }));
    return say({
      es: `La imagen es otra: describe la nueva ${list}.`,
      en: `This is a different picture: describe the new one ${list}.`,
    });
  };
