import { expect, test } from "vitest";
import { select } from "./selection.ts";

test("a name is a part of a path, of whatever kind the test is", () => {
  expect(select("web/paths")).toEqual({
    vitest: { files: ["tests/unit/web/paths.test.ts"] },
    journeys: null,
  });
  const { vitest, journeys } = select("redirect");
  expect(vitest?.files).toContain("tests/unit/cms/schema/redirect.test.ts");
  expect(journeys).toBeNull();
  expect(select("visitor-sends-a-message")).toEqual({
    vitest: null,
    journeys: { files: ["tests/journeys/visitor-sends-a-message.spec.ts"] },
  });
});

test("where no path has it, it is a part of a title", () => {
  const title = "an empty value counts as none";
  expect(select(title).vitest).toEqual({
    files: expect.arrayContaining(["tests/unit/functions/env.test.ts"]),
    title,
  });
});

test("a title that is put together is found as the runner prints it", () => {
  const title = ["/signup costs the same hashes", "for an address with an account"].join(" ");
  expect(select(title).vitest?.files).toContain("tests/edge/equal-work.test.ts");
});

test("what nothing is called is nothing", () => {
  expect(select(["no", "such", "test", "at", "all"].join("-"))).toEqual({ vitest: null, journeys: null });
});
