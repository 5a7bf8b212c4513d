import { expect, test } from "vitest";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { describeFault } from "#functions/kernel/log/log.ts";

test("a fault in the log has the SQLSTATE of its database error, and no other code", () => {
  const databaseError = Object.assign(new Error("terminating connection"), { code: "57P01" });
  expect(describeFault(databaseError)).toMatchObject({ sqlstate: "57P01" });
  expect(describeFault(new Refusal("unavailable", { cause: databaseError }))).toMatchObject({
    sqlstate: "57P01",
  });
  expect(describeFault(new Refusal("unavailable"))).not.toHaveProperty("sqlstate");
});
