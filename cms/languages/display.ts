import type { DocumentBadgeComponent } from "sanity";
import { type Language, languages } from "../content/site.ts";
import type { LabelFn } from "../schema/labels.ts";
import {
  type Definition,
  type LanguageState,
  languageStates,
  stateLabel,
  stateLine,
  stateSentence,
} from "./state.ts";

type Selected = Record<string, unknown>;
type Preview = { select?: Record<string, string>; prepare?: (selected: Selected) => object };

// Separates these keys from the keys that the preview of a type selects.
const documentKeyPrefix = "document:";

/** Adds the translation state to the list previews of all documents that have texts. */
export const withLanguageStates = <Type extends Definition>(types: readonly Type[], say: LabelFn): Type[] =>
  types.map((type) =>
    type.type === "document" && type.fields?.some(isText) ? withPreviewState(type, types, say) : type,
  );

const isText = ({ type }: Definition) => type === "localeString" || type === "localeText";

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

const toColor = ({ missing, older }: LanguageState) => {
  if (missing) return "danger";
  return older ? "warning" : "success";
};

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
      color: toColor(state),
    };
  };
}
