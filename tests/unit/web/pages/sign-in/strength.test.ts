import { expect, test } from "vitest";
import { toStrength } from "#web/pages/sign-in/strength.ts";

test("what is short, repeated, a run or one's own address is easy to guess", () => {
  for (const password of ["Xk9$pq", "aaaaaaaaaaaaaaaaaaaaaaaa", "123456789012", "abcabcabcabcabc"]) {
    expect(toStrength(password), password).toBe("weak");
  }
  expect(toStrength("marisol.quesada", ["marisol", "quesada"])).toBe("weak");
});

test("what is longer is harder, and a phrase needs no signs", () => {
  expect(toStrength("tucan verde")).toBe("fair");
  expect(toStrength("tres tucanes verdes y un mango")).toBe("strong");
  expect(toStrength("q8#Lw2!vTz9&Rm")).toBe("strong");
});
