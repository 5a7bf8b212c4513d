import type { DocumentBadgeComponent } from "sanity";
import { type Language, languageNames, languages } from "../content/site.ts";
import { toLanguageName } from "../schema/fields/choices.ts";
import {
  type FollowedText,
  findOutdatedLanguage,
  getOtherLanguage,
  isWritten,
} from "../schema/fields/follower.ts";
import type { Label, LabelFn } from "../schema/labels.ts";

/** The number of missing and of outdated texts of a document in one language. */
type LanguageState = { missing: number; outdated: number };

/** The parts of a schema type or field that are needed to find texts. */
export type Definition = {
  name?: string | undefined;
  type?: string | undefined;
  fields?: readonly Definition[] | undefined;
  of?: readonly Definition[] | undefined;
  validation?: unknown;
};

const textTypes = new Set(["localeString", "localeText"]);

/** Counts the missing and outdated texts of a document by language. Absent optional texts do not count. */
export function languageStates(
  document: Record<string, unknown>,
  types: readonly Definition[],
): Record<Language, LanguageState> {
  const byName = new Map(types.map((type) => [type.name ?? "", type]));
  const documentTexts = [...listTexts(document, byName.get(String(document._type)), byName)];
  const stateIn = (language: Language) => ({
    missing: documentTexts.filter((text) => !isWritten(text[language])).length,
    outdated: documentTexts.filter((text) => findOutdatedLanguage(text) === language).length,
  });
  return Object.fromEntries(languages.map((language) => [language, stateIn(language)])) as Record<
    Language,
    LanguageState
  >;
}

export const isUpToDate = (states: Record<Language, LanguageState>) =>
  languages.every((language) => states[language].missing + states[language].outdated === 0);

/** Lists the bilingual texts in a value. A missing required text is listed as empty, so both languages miss it. */
function* listTexts(
  value: unknown,
  type: Definition | undefined,
  types: Map<string, Definition>,
): Generator<FollowedText> {
  if (!type) return;
  if (textTypes.has(type.name ?? "")) {
    yield (value ?? {}) as FollowedText;
  } else if (Array.isArray(value)) {
    for (const item of value) {
      const { _type: kind } = (item ?? {}) as { _type?: string };
      const member = type.of?.find(({ name, type }) => (name ?? type) === kind) ?? type.of?.[0];
      yield* listTexts(item, types.get(member?.type ?? "") ?? member, types);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const field of type.fields ?? []) {
      const child = (value as Record<string, unknown>)[field.name ?? ""];
      const fieldType = types.get(field.type ?? "") ?? field;
      if (child !== undefined || (textTypes.has(field.type ?? "") && isRequired(field)))
        yield* listTexts(child, fieldType, types);
    }
  }
}

/** Returns whether a field is required. Runs its validation with a rule that only notices the call of `required`. */
function isRequired({ validation }: Definition): boolean {
  let required = false;
  const rule: unknown = new Proxy(() => rule, {
    get: (_, method) => {
      if (method === "required") required = true;
      return () => rule;
    },
  });
  if (typeof validation === "function") validation(rule);
  return required;
}

/** Returns the warning for a text whose `language` is outdated. */
export function toOutdatedWarning(language: Language, say: LabelFn): Label {
  const outdatedName = toLanguageName(language, say);
  const newerName = toLanguageName(getOtherLanguage(language), say);
  return say({
    es: `El ${outdatedName} está desactualizado: el ${newerName} cambió después.`,
    en: `The ${outdatedName} is out of date: the ${newerName} has changed since.`,
  });
}

/** Returns a short label of a language's state, for example `English: text missing`. */
function stateLabel(language: Language, { missing, outdated }: LanguageState, say: LabelFn): string {
  if (missing) return `${languageNames[language]}: ${say({ es: "falta texto", en: "text missing" })}`;
  if (outdated) return `${languageNames[language]}: ${say({ es: "desactualizado", en: "out of date" })}`;
  return `${languageNames[language]} ✓`;
}

/** Returns a language's state in sentences, with the number of texts. */
function stateSentence({ missing, outdated }: LanguageState, say: LabelFn): string {
  const sentences = [
    missing === 1 && say({ es: "Falta 1 texto.", en: "1 text is missing." }),
    missing > 1 && say({ es: `Faltan ${missing} textos.`, en: `${missing} texts are missing.` }),
    outdated === 1 &&
      say({
        es: "1 texto está desactualizado frente al otro idioma.",
        en: "1 text is out of date compared with the other language.",
      }),
    outdated > 1 &&
      say({
        es: `${outdated} textos están desactualizados frente al otro idioma.`,
        en: `${outdated} texts are out of date compared with the other language.`,
      }),
  ].filter(Boolean);
  return (
    sentences.join(" ") ||
    say({ es: "Todos sus textos están al día.", en: "All of its texts are up to date." })
  );
}

/** Returns the states in one line for lists. Omits complete languages if another one is incomplete. */
export function stateLine(states: Record<Language, LanguageState>, say: LabelFn): string {
  const incompleteLanguages = languages.filter(
    (language) => states[language].missing + states[language].outdated > 0,
  );
  const listedLanguages = incompleteLanguages.length > 0 ? incompleteLanguages : languages;
  return listedLanguages.map((language) => stateLabel(language, states[language], say)).join(" · ");
}

type Selected = Record<string, unknown>;
type Preview = { select?: Record<string, string>; prepare?: (selected: Selected) => object };

// Separates these keys from the keys that the preview of a type selects.
const documentKeyPrefix = "document:";

/** Adds the state of each language to the Studio's list previews of all document types with localized texts. */
export const withLanguageStates = <Type extends Definition>(types: readonly Type[], say: LabelFn): Type[] =>
  types.map((type) =>
    type.type === "document" && type.fields?.some(isText) ? withPreviewState(type, types, say) : type,
  );

const isText = ({ type = "" }: Definition) => textTypes.has(type);

/**
 * Shows the state of each language below the title in the list previews of a type. The preview selects every field of
 * the document, because the state depends on all of its texts.
 */
function withPreviewState<Type extends Definition>(
  type: Type,
  types: readonly Definition[],
  say: LabelFn,
): Type {
  const { select = {}, prepare = (selected: Selected) => selected } =
    (type as { preview?: Preview }).preview ?? {};
  const names = (type.fields ?? []).map(({ name = "" }) => name);
  return {
    ...type,
    preview: {
      select: {
        ...select,
        ...Object.fromEntries(names.map((name) => [`${documentKeyPrefix}${name}`, name])),
      },
      prepare: (selected: Selected) => {
        const document = Object.fromEntries(
          names.map((name) => [name, selected[`${documentKeyPrefix}${name}`] ?? undefined]),
        );
        const states = languageStates({ ...document, _type: type.name }, types);
        return { ...prepare(selected), subtitle: stateLine(states, say) };
      },
    },
  };
}

/** Returns badges, one per language, that show the translation state of the open document beside the publish button. */
export const createLanguageBadges = (types: readonly Definition[], say: LabelFn): DocumentBadgeComponent[] =>
  languages.map((language) => createBadge(language, types, say));

function createBadge(language: Language, types: readonly Definition[], say: LabelFn): DocumentBadgeComponent {
  return ({ draft, published }) => {
    const document = draft ?? published;
    if (!document) return null;
    const state = languageStates(document, types)[language];
    return {
      label: stateLabel(language, state, say),
      title: stateSentence(state, say),
      color: state.missing ? "danger" : state.outdated ? "warning" : "success",
    };
  };
}
