import { describe, expect, test } from "vitest";
import { type FollowedText, followerAfter, olderIn, settled } from "#cms/schema/fields/follower.ts";

type Round = "same round" | "new round";

const changed = (text: FollowedText, language: "es" | "en", words: string, isNewRound = false) => {
  const { follower: _, ...texts } = text;
  const follower = followerAfter(text, { language, words, isNewRound });
  return { ...texts, [language]: words, ...(follower && { follower }) };
};

/** Returns the text after input in one language, letter by letter, as in a form. */
function write(text: FollowedText, language: "es" | "en", words: string, round: Round = "same round") {
  let now = text;
  for (const length of words.split("").keys()) {
    // Only the first letter changes the published text.
    now = changed(now, language, words.slice(0, length + 1), round === "new round" && length === 0);
  }
  return now;
}

const launched: FollowedText = { es: "Somos ágiles", en: "We are quick" };

describe("the languages of a text without a follower are in step:", () => {
  test("a change of one leaves the other behind", () => {
    expect(olderIn(launched)).toBeUndefined();
    expect(olderIn(write(launched, "es", "Somos rápidos", "new round"))).toBe("en");
    expect(olderIn(write(launched, "en", "We are fast", "new round"))).toBe("es");
  });

  test("a reverted change and changed spaces leave none behind", () => {
    const other = write(launched, "es", "Somos rápidos", "new round");
    expect(olderIn(write(other, "es", "Somos ágiles"))).toBeUndefined();
    expect(olderIn(write(launched, "es", "Somos  ágiles ", "new round"))).toBeUndefined();
  });
});

describe("the language that was left behind", () => {
  const behind = write(launched, "es", "Somos rápidos", "new round");
  const caughtUp = write(behind, "en", "We are fast");

  test("catches up with any number of edits in the same round", () => {
    expect(olderIn(caughtUp)).toBeUndefined();
    expect(olderIn(write(caughtUp, "en", "We are really fast"))).toBeUndefined();
  });

  test("is behind again when the other changes again", () => {
    expect(olderIn(write(caughtUp, "es", "Somos muy rápidos"))).toBe("en");
  });

  test("is settled by one click, until the other changes again", () => {
    const text = { ...behind, follower: settled(behind) } as FollowedText;
    expect(olderIn(text)).toBeUndefined();
    expect(olderIn(write(text, "es", "Somos más rápidos"))).toBe("en");
    expect(olderIn(write(text, "en", "We are faster"))).toBeUndefined();
  });

  test("is still behind after publication, and can catch up then", () => {
    expect(olderIn(write(behind, "en", "We are fast", "new round"))).toBeUndefined();
    expect(olderIn(write(behind, "es", "Somos veloces", "new round"))).toBe("en");
  });

  test("is the other language if this one alone changes after both were published", () => {
    expect(olderIn(write(caughtUp, "en", "We are very fast", "new round"))).toBe("es");
  });
});

describe("a text that is written for the first time", () => {
  const spanish = write({}, "es", "Hola");
  const both = write(spanish, "en", "Hello");

  test("has no older language, in any order and number of edits", () => {
    expect(olderIn(spanish)).toBeUndefined();
    expect(olderIn(both)).toBeUndefined();
    expect(olderIn(write(both, "en", "Hello there"))).toBeUndefined();
  });

  test("has an older language when the first changes afterwards", () => {
    expect(olderIn(write(both, "es", "Buenas"))).toBe("en");
  });

  test("stores no follower once it is empty again", () => {
    for (const [one, other] of [
      ["en", "es"],
      ["es", "en"],
    ] as const) {
      expect(changed(changed(both, one, ""), other, "")).not.toHaveProperty("follower");
    }
  });
});

test("compares a cleared and rewritten language by its text", () => {
  expect(olderIn(write(changed(launched, "es", ""), "es", "Somos ágiles"))).toBeUndefined();
  expect(olderIn(write(changed(launched, "es", ""), "es", "Somos rápidos"))).toBe("en");
});
