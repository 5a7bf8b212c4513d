import { type Language, languageNames, languages } from "../content/site.ts";
import { type FollowedText, olderIn } from "../schema/fields/follower.ts";
import type { Said, Say } from "../schema/say.ts";
import type { LanguageState } from "./state.ts";

/** What a text says whose one language was left behind. */
export function olderLanguage(text: FollowedText, say: Say): Said {
  return olderIn(text) === "es"
    ? say({
        es: "El español está desactualizado: el inglés cambió después.",
        en: "The Spanish is out of date: the English has changed since.",
      })
    : say({
        es: "El inglés está desactualizado: el español cambió después.",
        en: "The English is out of date: the Spanish has changed since.",
      });
}

/** A language's state in a few words: `English: text missing`. */
export function stateLabel(language: Language, { missing, older }: LanguageState, say: Say): string {
  if (missing) return `${languageNames[language]}: ${say({ es: "falta texto", en: "text missing" })}`;
  if (older) return `${languageNames[language]}: ${say({ es: "desactualizado", en: "out of date" })}`;
  return `${languageNames[language]} ✓`;
}

/** The same in full sentences, with how many texts it is about. */
export function stateSentence({ missing, older }: LanguageState, say: Say): string {
  const said = [
    missing === 1 && say({ es: "Falta 1 texto.", en: "1 text is missing." }),
    missing > 1 && say({ es: `Faltan ${missing} textos.`, en: `${missing} texts are missing.` }),
    older === 1 &&
      say({
        es: "1 texto está desactualizado frente al otro idioma.",
        en: "1 text is out of date compared with the other language.",
      }),
    older > 1 &&
      say({
        es: `${older} textos están desactualizados frente al otro idioma.`,
        en: `${older} texts are out of date compared with the other language.`,
      }),
  ].filter(Boolean);
  return (
    said.join(" ") || say({ es: "Todos sus textos están al día.", en: "All of its texts are up to date." })
  );
}

/** The states of all languages in one line, for lists, where there is room for what is wrong only. */
export function stateLine(states: Record<Language, LanguageState>, say: Say): string {
  const wrong = languages.filter((language) => states[language].missing + states[language].older > 0);
  const shown = wrong.length > 0 ? wrong : languages;
  return shown.map((language) => stateLabel(language, states[language], say)).join(" · ");
}
