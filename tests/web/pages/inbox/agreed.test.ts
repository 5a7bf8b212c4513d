import { expect, test } from "vitest";
import { bulkSize, companyTimeZone } from "#functions/contract/limits.ts";
import { csvLineBreak } from "#functions/contract/submission.ts";
import { timeZone } from "#web/language/formatters.ts";
import { csvEnd, idsAtOnce } from "#web/pages/inbox/agreed.ts";

test("the inbox knows what the edge takes at once, how its exports end, and the company's time", () => {
  expect(idsAtOnce).toBe(bulkSize.ids);
  expect(csvEnd).toBe(csvLineBreak);
  expect(timeZone).toBe(companyTimeZone);
});
