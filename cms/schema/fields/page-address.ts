import { defineArrayMember, defineField, defineType, type ValidationContext } from "sanity";
import { findAddressFault, isFixedPage, maxAddressLength } from "../../content/addresses.ts";
import { type Language, languages } from "../../content/site.ts";
import type { Label, LabelFn } from "../labels.ts";
import { AddressInput, FormerInput } from "./address-input.tsx";
import { listLanguageChoices } from "./choices.ts";
import { isFreePageAddress } from "./free-address.ts";
import { getAddressPrefix } from "./page-path.ts";
import { PathInput } from "./path-input.tsx";

const examples: Record<Language, string> = { es: "/sobre-nosotros", en: "/en/about-us" };

const isValidAddress =
  (language: Language, say: LabelFn) =>
  (address: string | undefined): true | Label => {
    const fault = address ? findAddressFault(address, language) : null;
    if (fault === "taken") {
      return say({
        es: "Esa dirección la usa el propio sitio.",
        en: "That address belongs to the site itself.",
      });
    }
    const prefix = getAddressPrefix(language);
    return (
      fault === null ||
      say({
        es: `Empieza con ${prefix} y sigue con minúsculas sin tildes, números y guiones; como máximo ${maxAddressLength} caracteres.`,
        en: `It begins with ${prefix}, followed by lowercase letters without accents, digits and hyphens; at most ${maxAddressLength} characters.`,
      })
    );
  };

/** Defines the type with the address of a page by language, and its former addresses. */
export const pageAddress = (say: LabelFn) =>
  defineType({
    name: "pageAddress",
    title: say({ es: "Dirección de la página", en: "Address of the page" }),
    type: "object",
    components: { input: AddressInput },
    options: { columns: 2, collapsible: false },
    fields: [
      ...listLanguageChoices(say).map(({ title, value }) =>
        defineField({
          name: value,
          title,
          type: "string",
          description: say({
            es: `Lo que sigue al dominio, por ejemplo ${examples[value]}.`,
            en: `What follows the domain, for example ${examples[value]}.`,
          }),
          components: { input: PathInput },
          validation: (rule) => [
            rule.required().error(say({ es: "Falta la dirección.", en: "The address is missing." })),
            rule.custom(isValidAddress(value, say)).custom(isFreePageAddress(say)),
          ],
        }),
      ),
      defineField({
        name: "former",
        title: say({ es: "Direcciones anteriores", en: "Former addresses" }),
        type: "array",
        of: [defineArrayMember({ type: "string" })],
        description: say({
          es: "Donde se veía la página antes; quien llega ahí pasa a la dirección actual.",
          en: "Where the page was shown before; visitors who go there are taken to the current address.",
        }),
        components: { input: FormerInput },
        hidden: ({ value }) => !Array.isArray(value) || value.length === 0,
      }),
    ],
  });

/** Rejects a page of editors without an address in every language. Fixed pages have theirs in `content/site.ts`. */
export const hasAddress =
  (say: LabelFn) =>
  (address: unknown, { document }: ValidationContext): true | Label =>
    isFixedPage(String(document?.name ?? "")) ||
    languages.every((language) => (address as Partial<Record<Language, string>> | undefined)?.[language]) ||
    say({
      es: "La página necesita una dirección en cada idioma.",
      en: "The page needs an address in each language.",
    });
