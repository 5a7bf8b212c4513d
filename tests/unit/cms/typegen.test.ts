import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("the generated types match the schema and the queries", { timeout: 180_000 }, () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["cms/typegen.ts", "--check"], {
    encoding: "utf8",
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
});
