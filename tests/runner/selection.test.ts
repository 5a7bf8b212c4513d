import { expect, test } from "vitest";
import { selectTests } from "./selection.ts";

test("selects tests of any kind by a part of their path", () => {
  expect(selectTests("web/paths")).toEqual({
    vitest: { files: ["tests/unit/web/paths.test.ts"] },
    journeys: null,
  });
  const { vitest, journeys } = selectTests("redirect");
  expect(vitest?.files).toContain("tests/unit/cms/schema/redirect.test.ts");
  expect(journeys).toBeNull();
  expect(selectTests("visitor-sends-a-message")).toEqual({
    vitest: null,
    journeys: { files: ["tests/journeys/visitor-sends-a-message.spec.ts"] },
  });
});

test("selects tests by a part of their title when no path matches", () => {
  const title = "an empty value counts as none";
  expect(selectTests(title).vitest).toEqual({
    files: expect.arrayContaining(["tests/unit/functions/env.test.ts"]),
    title,
  });
});

test("finds a composed title as the runner prints it", () => {
  const title = ["/signup costs the same hashes", "for an address with an account"].join(" ");
  expect(selectTests(title).vitest?.files).toContain("tests/edge/equal-work.test.ts");
});

test("selects nothing for an unknown name", () => {
  expect(selectTests(["no", "such", "test", "at", "all"].join("-"))).toEqual({
    vitest: null,
    journeys: null,
  });
});
