import { expect, test } from "vitest";
import { strengthOf } from "#web/pages/sign-in/strength.ts";

test("what is short, repeated, a run or one's own address is easy to guess", () => {
  for (const password of ["Xk9$pq", "aaaaaaaaaaaaaaaaaaaaaaaa", "123456789012", "abcabcabcabcabc"]) {
    expect(strengthOf(password), password).toBe("weak");
  }
  expect(strengthOf("marisol.quesada", ["marisol", "quesada"])).toBe("weak");
});

test("what is longer is harder, and a phrase needs no signs", () => {
  expect(strengthOf("tucan verde")).toBe("fair");
  expect(strengthOf("tres tucanes verdes y un mango")).toBe("strong");
  expect(strengthOf("q8#Lw2!vTz9&Rm")).toBe("strong");
});
