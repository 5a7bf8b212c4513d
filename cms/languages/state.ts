import { type Language, languages } from "../content/site.ts";
import { type FollowedText, isWritten, olderIn } from "../schema/fields/follower.ts";

/** How many texts of a document are not written in a language, and how many are older there than in the other one. */
export type LanguageState = { missing: number; older: number };

/** A type or field of the schema, as far as it tells where texts are. */
export type Definition = {
  name?: string | undefined;
  type?: string | undefined;
  fields?: readonly Definition[] | undefined;
  of?: readonly Definition[] | undefined;
  validation?: unknown;
};

const texts = new Set(["localeString", "localeText"]);

/** The state of a document by language; `types` is the whole schema. */
export function languageStates(
  document: Record<string, unknown>,
  types: readonly Definition[],
): Record<Language, LanguageState> {
  const byName = new Map(types.map((type) => [type.name ?? "", type]));
  const found = [...textsIn(document, byName.get(String(document._type)), byName)];
  const stateIn = (language: Language) => ({
    missing: found.filter((text) => !isWritten(text[language])).length,
    older: found.filter((text) => olderIn(text) === language).length,
  });
  return Object.fromEntries(languages.map((language) => [language, stateIn(language)])) as Record<
    Language,
    LanguageState
  >;
}

export const isInStep = (states: Record<Language, LanguageState>) =>
  languages.every((language) => states[language].missing + states[language].older === 0);

/** The texts of a value of that type; one that has to be there and is not is empty. */
function* textsIn(
  value: unknown,
  type: Definition | undefined,
  types: Map<string, Definition>,
): Generator<FollowedText> {
  if (!type) return;
  if (texts.has(type.name ?? "")) {
    yield (value ?? {}) as FollowedText;
  } else if (Array.isArray(value)) {
    for (const item of value) {
      const { _type: kind } = (item ?? {}) as { _type?: string };
      const member = type.of?.find(({ name, type }) => (name ?? type) === kind) ?? type.of?.[0];
      yield* textsIn(item, types.get(member?.type ?? "") ?? member, types);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const field of type.fields ?? []) {
      const child = (value as Record<string, unknown>)[field.name ?? ""];
      const fieldType = types.get(field.type ?? "") ?? field;
      if (child !== undefined || (texts.has(field.type ?? "") && isRequired(field)))
        yield* textsIn(child, fieldType, types);
    }
  }
}

/** Whether the rules of a field say that it cannot be left out. */
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
