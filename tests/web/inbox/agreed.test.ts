import { expect, test } from "vitest";
import { bulkSize, companyTimeZone } from "#functions/contract/limits.ts";
import { timeZone } from "#web/language/formatters.ts";
import { idsAtOnce } from "#web/pages/inbox/agreed.ts";

test("the inbox asks for no more at once than the edge takes, and tells the company's time", () => {
  expect(idsAtOnce).toBe(bulkSize.ids);
  expect(timeZone).toBe(companyTimeZone);
});
