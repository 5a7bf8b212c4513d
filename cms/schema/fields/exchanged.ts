import { type FormPatch, set, unset, type ValidationContext } from "sanity";
import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import type { Say } from "../say.ts";

type Text = Partial<InBothLanguages>;

/** A picture in the Studio, with the asset and description of the picture that it replaced. */
export type PictureValue = {
  asset?: { _ref?: string };
  alt?: Text;
  /** The variant for the dark theme. */
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

/** Returns the patches that remove the dark variant if `patches` replace the picture, which it no longer matches. */
export const dropDark = (
  picture: PictureValue | undefined,
  patches: readonly Pick<FormPatch, "path">[],
): FormPatch[] => (picture?.asset?._ref && picture.dark && isExchanged(patches) ? [unset(["dark"])] : []);

/**
 * Returns the patches that store the previous asset and its description, if `patches` remove or replace the asset. The
 * description is current again if the editor changes it or restores the asset.
 */
export function rememberReplaced(
  picture: PictureValue | undefined,
  patches: readonly Pick<FormPatch, "path">[],
): FormPatch[] {
  const { asset, alt } = picture ?? {};
  // A stale description belongs to an earlier picture, so the stored one stays.
  if (!isExchanged(patches) || !picture || !asset?._ref || !alt || staleIn(picture).length > 0) return [];
  const described = Object.fromEntries(languages.map((language) => [language, alt[language]]));
  return [set({ asset: asset._ref, ...described }, ["replaced"])];
}

/** Rejects the description of a previous picture. */
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
