import { describe, expect, test } from "vitest";
import {
  type FollowedText,
  findOutdatedLanguage,
  settleFollower,
  toNextFollower,
} from "#cms/schema/fields/follower.ts";

type Round = "same round" | "new round";

const changeText = (text: FollowedText, language: "es" | "en", input: string, isNewRound = false) => {
  const { follower: _, ...texts } = text;
  const follower = toNextFollower(text, { language, words: input, isNewRound });
  return { ...texts, [language]: input, ...(follower && { follower }) };
};

/** Returns the text after input in one language, letter by letter, as in a form. */
function typeText(text: FollowedText, language: "es" | "en", input: string, round: Round = "same round") {
  let currentText = text;
  for (const length of input.split("").keys()) {
    // Only the first letter changes the published text.
    currentText = changeText(
      currentText,
      language,
      input.slice(0, length + 1),
      round === "new round" && length === 0,
    );
  }
  return currentText;
}

const launched: FollowedText = { es: "Somos ágiles", en: "We are quick" };

describe("the languages of a text without a follower are in step:", () => {
  test("a change of one leaves the other behind", () => {
    expect(findOutdatedLanguage(launched)).toBeUndefined();
    expect(findOutdatedLanguage(typeText(launched, "es", "Somos rápidos", "new round"))).toBe("en");
    expect(findOutdatedLanguage(typeText(launched, "en", "We are fast", "new round"))).toBe("es");
  });

  test("a reverted change and changed spaces leave none behind", () => {
    const changedText = typeText(launched, "es", "Somos rápidos", "new round");
    expect(findOutdatedLanguage(typeText(changedText, "es", "Somos ágiles"))).toBeUndefined();
    expect(findOutdatedLanguage(typeText(launched, "es", "Somos  ágiles ", "new round"))).toBeUndefined();
  });
});

describe("the language that was left behind", () => {
  const behind = typeText(launched, "es", "Somos rápidos", "new round");
  const caughtUp = typeText(behind, "en", "We are fast");

  test("catches up with any number of edits in the same round", () => {
    expect(findOutdatedLanguage(caughtUp)).toBeUndefined();
    expect(findOutdatedLanguage(typeText(caughtUp, "en", "We are really fast"))).toBeUndefined();
  });

  test("is behind again when the other changes again", () => {
    expect(findOutdatedLanguage(typeText(caughtUp, "es", "Somos muy rápidos"))).toBe("en");
  });

  test("is settled by one click, until the other changes again", () => {
    const text = { ...behind, follower: settleFollower(behind) } as FollowedText;
    expect(findOutdatedLanguage(text)).toBeUndefined();
    expect(findOutdatedLanguage(typeText(text, "es", "Somos más rápidos"))).toBe("en");
    expect(findOutdatedLanguage(typeText(text, "en", "We are faster"))).toBeUndefined();
  });

  test("is still behind after publication, and can catch up then", () => {
    expect(findOutdatedLanguage(typeText(behind, "en", "We are fast", "new round"))).toBeUndefined();
    expect(findOutdatedLanguage(typeText(behind, "es", "Somos veloces", "new round"))).toBe("en");
  });

  test("is the other language if this one alone changes after both were published", () => {
    expect(findOutdatedLanguage(typeText(caughtUp, "en", "We are very fast", "new round"))).toBe("es");
  });
});

describe("a text that is written for the first time", () => {
  const spanish = typeText({}, "es", "Hola");
  const bothTexts = typeText(spanish, "en", "Hello");

  test("has no older language, in any order and number of edits", () => {
    expect(findOutdatedLanguage(spanish)).toBeUndefined();
    expect(findOutdatedLanguage(bothTexts)).toBeUndefined();
    expect(findOutdatedLanguage(typeText(bothTexts, "en", "Hello there"))).toBeUndefined();
  });

  test("has an older language when the first changes afterwards", () => {
    expect(findOutdatedLanguage(typeText(bothTexts, "es", "Buenas"))).toBe("en");
  });

  test("stores no follower once it is empty again", () => {
    for (const [firstLanguage, secondLanguage] of [
      ["en", "es"],
      ["es", "en"],
    ] as const) {
      expect(changeText(changeText(bothTexts, firstLanguage, ""), secondLanguage, "")).not.toHaveProperty(
        "follower",
      );
    }
  });
});

test("compares a cleared and rewritten language by its text", () => {
  expect(
    findOutdatedLanguage(typeText(changeText(launched, "es", ""), "es", "Somos ágiles")),
  ).toBeUndefined();
  expect(findOutdatedLanguage(typeText(changeText(launched, "es", ""), "es", "Somos rápidos"))).toBe("en");
});
