import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("what is made of the schema and the queries is what they give", { timeout: 180_000 }, () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["cms/typegen.ts", "--check"], {
    encoding: "utf8",
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
});
