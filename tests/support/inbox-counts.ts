// Compares the counts on the screen of a component test with those of the fake API. Only component tests may import
// this module.
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { FakeApi } from "./fake-api.ts";

const countCall = "GET /api/submissions/counts";

/** Returns the counts of the folders as the screen shows them. */
function readShownCounts() {
  const labels = page
    .getByRole("radio")
    .elements()
    .map((radio) => radio.parentElement?.textContent ?? "");
  const [all, unread, read, spam] = labels.map((label) => Number(label.replaceAll(/\D/g, "")));
  return { all, unread, read, spam };
}

function countStored({ submissions }: FakeApi) {
  const inbox = submissions.filter(({ spam }) => !spam);
  const read = inbox.filter((submission) => submission.read).length;
  return { all: inbox.length, unread: inbox.length - read, read, spam: submissions.length - inbox.length };
}

/** Makes the inbox refresh its counts, and expects those of the stored submissions. */
export async function expectTrueCounts({
  api,
  lookNow,
}: {
  api: FakeApi;
  lookNow: () => void;
}): Promise<void> {
  const callsBefore = api.countCalls(countCall);
  const refreshCounts = () => {
    lookNow();
    return api.countCalls(countCall);
  };
  await expect.poll(refreshCounts).toBeGreaterThan(callsBefore);
  await expect.poll(readShownCounts).toEqual(countStored(api));
}
