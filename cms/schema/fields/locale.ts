import { defineField, defineType, type StringRule, type ValidationContext } from "sanity";
import type { Language } from "../../content/site.ts";
import { toOutdatedWarning } from "../../languages/state.ts";
import { type Label, type LabelFn, previewLanguages } from "../labels.ts";
import { CountedInput, UndescribedField } from "./character-count-input.tsx";
import { listLanguageChoices, toLanguageName } from "./choices.ts";
import { type FollowedText, findOutdatedLanguage } from "./follower.ts";
import { optionalText } from "./lengths.ts";
import { LocaleInput } from "./locale-input.tsx";

type LocaleTypeOptions = { title: Label; maximum: number } & (
  | { name: "localeString"; text: { type: "string" } }
  | { name: "localeText"; text: { type: "text"; rows: number } }
);

/** Returns the rules of a required text. White space does not count as text, because a build rejects it. */
const requireText = (missing: Label) => (rule: StringRule) => [
  rule.required().error(missing),
  rule.custom((text) => !text || /\S/.test(text) || missing),
];

/**
 * The hidden field for the language that was written second, and the digest of the text that it translates. By this
 * field the Studio finds translations that are outdated.
 */
const followerField = defineField({
  name: "follower",
  type: "object",
  hidden: true,
  fields: ["language", "of"].map((name) => defineField({ name, type: "string", hidden: true })),
});

/** Warns about an outdated language. The editor can publish anyway, and decides whether that language has to follow. */
const isNotOutdated =
  (language: Language, say: LabelFn) =>
  (_: unknown, { parent }: ValidationContext): true | Label =>
    findOutdatedLanguage((parent ?? {}) as FollowedText) !== language || toOutdatedWarning(language, say);

/** Defines a text type with both languages side by side. A text needs both, also in a field that may be empty. */
const locale = (say: LabelFn, { name, title, maximum, text }: LocaleTypeOptions) =>
  defineType({
    name,
    title,
    type: "object",
    components: { input: LocaleInput },
    // Types and fields have different rule types in Sanity. These rules fit both, hence the cast.
    ...(optionalText({ maximum }, say) as object),
    fields: [
      ...listLanguageChoices(say).map(({ title, value }) => {
        const language = toLanguageName(value, say);
        const missing = say({ es: `Falta el texto en ${language}.`, en: `The ${language} text is missing.` });
        return defineField({
          ...text,
          name: value,
          title,
          description: say({ es: `Como se lee en ${language}.`, en: `As read in ${language}.` }),
          components: { field: UndescribedField, input: CountedInput },
          // Not on the type: in Sanity, the validation of a field replaces that of its type.
          validation: (rule: StringRule) => [
            ...requireText(missing)(rule),
            rule.custom(isNotOutdated(value, say)).warning(),
          ],
        });
      }),
      followerField,
    ],
    preview: { select: previewLanguages[say.language] },
  });

export const localeString = (say: LabelFn) =>
  locale(say, {
    name: "localeString",
    title: say({ es: "Línea en ambos idiomas", en: "Line in both languages" }),
    maximum: 90,
    text: { type: "string" },
  });

export const localeText = (say: LabelFn) =>
  locale(say, {
    name: "localeText",
    title: say({ es: "Texto en ambos idiomas", en: "Text in both languages" }),
    maximum: 600,
    text: { type: "text", rows: 4 },
  });
