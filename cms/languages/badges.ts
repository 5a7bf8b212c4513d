import type { DocumentBadgeComponent } from "sanity";
import { type Language, languages } from "../content/site.ts";
import type { Say } from "../schema/say.ts";
import { type Definition, type LanguageState, languageStates } from "./state.ts";
import { stateLabel, stateSentence } from "./words.ts";

const colorOf = ({ missing, older }: LanguageState) => {
  if (missing) return "danger";
  return older ? "warning" : "success";
};

/** A badge a language, which tells beside the button that publishes how the open document stands in it. */
export const languageBadges = (types: readonly Definition[], say: Say): DocumentBadgeComponent[] =>
  languages.map((language) => badge(language, types, say));

function badge(language: Language, types: readonly Definition[], say: Say): DocumentBadgeComponent {
  return ({ draft, published }) => {
    const document = draft ?? published;
    if (!document) return null;
    const state = languageStates(document, types)[language];
    return {
      label: stateLabel(language, state, say),
      title: stateSentence(state, say),
      color: colorOf(state),
    };
  };
}
