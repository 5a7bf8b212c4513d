import { type FormPatch, set, unset, type ValidationContext } from "sanity";
import type { InEveryLanguage } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import type { Label, LabelFn } from "../labels.ts";
import { joinLanguages } from "./lengths.ts";

type AltText = Partial<InEveryLanguage>;

/** A picture in the Studio, with the asset and description of the picture that it replaced. */
export type PictureValue = {
  asset?: { _ref?: string };
  alt?: AltText;
  /** The variant for the dark theme. */
  dark?: { asset?: { _ref?: string } };
  replaced?: AltText & { asset?: string };
};

/** Lists the languages in which a picture still has the description of the previous one. */
export function listStaleLanguages({ asset, alt, replaced }: PictureValue): Language[] {
  if (!asset?._ref || !replaced || replaced.asset === asset._ref) return [];
  return languages.filter((language) => alt?.[language] && alt[language] === replaced[language]);
}

const changesAsset = (patches: readonly Pick<FormPatch, "path">[]) =>
  patches.some(({ path }) => path[0] === "asset");

/** Returns the patches that remove the dark variant if `patches` remove or replace the picture that it matches. */
export const dropDark = (
  picture: PictureValue | undefined,
  patches: readonly Pick<FormPatch, "path">[],
): FormPatch[] => (picture?.asset?._ref && picture.dark && changesAsset(patches) ? [unset(["dark"])] : []);

/**
 * Returns the patches that store the previous asset and its description, if `patches` remove or replace the asset.
 * Validation compares both with the new picture to find a stale description.
 */
export function rememberReplaced(
  picture: PictureValue | undefined,
  patches: readonly Pick<FormPatch, "path">[],
): FormPatch[] {
  const { asset, alt } = picture ?? {};
  // A stale description belongs to an earlier picture, so the stored one stays.
  if (!changesAsset(patches) || !picture || !asset?._ref || !alt || listStaleLanguages(picture).length > 0)
    return [];
  const altTexts = Object.fromEntries(languages.map((language) => [language, alt[language]]));
  return [set({ asset: asset._ref, ...altTexts }, ["replaced"])];
}

/** Rejects a description that a picture still has from the picture that it replaced. */
export const describesCurrentPicture =
  (say: LabelFn) =>
  (_alt: unknown, { parent }: ValidationContext): true | Label => {
    const staleLanguages = joinLanguages(listStaleLanguages((parent ?? {}) as PictureValue), say);
    return (
      !staleLanguages ||
      say({
        es: `La imagen es otra: describe la nueva ${staleLanguages}.`,
        en: `This is a different picture: describe the new one ${staleLanguages}.`,
      })
    );
  };
