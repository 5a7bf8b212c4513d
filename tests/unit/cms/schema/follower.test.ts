import { expect, test } from "vitest";
import {
  type FollowedText,
  findOutdatedLanguage,
  settleFollower,
  toNextFollower,
} from "#cms/schema/fields/follower.ts";

type Language = "es" | "en";
/** Input in one language. The first input of a round is the first one after a publication. */
type Input = [language: Language, input: string, round?: "same round" | "new round"];

const changeText = (text: FollowedText, language: Language, input: string, isNewRound = false) => {
  const { follower: _, ...texts } = text;
  const follower = toNextFollower(text, { language, newText: input, isNewRound });
  return { ...texts, [language]: input, ...(follower && { follower }) };
};

/** Returns the text after input in one language, letter by letter, as in a form. */
function typeText(text: FollowedText, [language, input, round = "same round"]: Input): FollowedText {
  let currentText = text;
  for (const length of input.split("").keys()) {
    // Only the first letter changes the published text.
    const isNewRound = round === "new round" && length === 0;
    currentText = changeText(currentText, language, input.slice(0, length + 1), isNewRound);
  }
  return currentText;
}

const launched: FollowedText = { es: "Somos ágiles", en: "We are quick" };
const rapid: Input = ["es", "Somos rápidos", "new round"];
const fast: Input = ["en", "We are fast"];
const [hola, hello]: [Input, Input] = [
  ["es", "Hola"],
  ["en", "Hello"],
];
const cleared = changeText(launched, "es", "");
const behind = typeText(launched, rapid);
const settled = { ...behind, follower: settleFollower(behind) } as FollowedText;

test.each<[string, FollowedText, Input[], Language | undefined]>([
  ["no language of the launched text", launched, [], undefined],
  ["the English after a change of the Spanish", launched, [rapid], "en"],
  ["the Spanish after a change of the English", launched, [["en", "We are fast", "new round"]], "es"],
  ["none after a reverted change", launched, [rapid, ["es", "Somos ágiles"]], undefined],
  ["none after changed spaces", launched, [["es", "Somos  ágiles ", "new round"]], undefined],
  ["none once it has caught up in the same round", behind, [fast], undefined],
  ["none after any number of edits", behind, [fast, ["en", "We are really fast"]], undefined],
  ["the English when the Spanish changes again", behind, [fast, ["es", "Somos muy rápidos"]], "en"],
  ["none once it is settled by one click", settled, [], undefined],
  ["the English when the Spanish changes after that", settled, [["es", "Somos más rápidos"]], "en"],
  ["none when the English changes after that", settled, [["en", "We are faster"]], undefined],
  ["none when it catches up after a publication", behind, [["en", "We are fast", "new round"]], undefined],
  ["still the English after a publication", behind, [["es", "Somos veloces", "new round"]], "en"],
  [
    "the Spanish if the English alone changes after both were published",
    behind,
    [fast, ["en", "We are very fast", "new round"]],
    "es",
  ],
  ["none of a new text in one language", {}, [hola], undefined],
  ["none of a new text", {}, [hola, hello, ["en", "Hello there"]], undefined],
  ["the second when the first changes afterwards", {}, [hola, hello, ["es", "Buenas"]], "en"],
  ["none of a cleared and rewritten text", cleared, [["es", "Somos ágiles"]], undefined],
  ["the other of a cleared and changed text", cleared, [["es", "Somos rápidos"]], "en"],
])("outdated is %s", (_, text, inputs, outdatedLanguage) => {
  expect(findOutdatedLanguage(inputs.reduce(typeText, text))).toBe(outdatedLanguage);
});

test.each<[Language, Language]>([
  ["en", "es"],
  ["es", "en"],
])("a new text stores no follower once it is empty again (%s first)", (first, second) => {
  const text = [hola, hello].reduce(typeText, {});
  expect(changeText(changeText(text, first, ""), second, "")).not.toHaveProperty("follower");
});
