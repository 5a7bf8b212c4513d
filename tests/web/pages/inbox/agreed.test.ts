import { expect, test } from "vitest";
import { bulkSize } from "#functions/contract/limits.ts";
import { csvLineBreak } from "#functions/contract/submission.ts";
import { csvEnd, idsAtOnce } from "#web/pages/inbox/agreed.ts";

test("the inbox knows what the edge takes at once, and how its exports end", () => {
  expect(idsAtOnce).toBe(bulkSize.ids);
  expect(csvEnd).toBe(csvLineBreak);
});
