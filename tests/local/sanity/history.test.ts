import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSanity } from "#local/sanity/server.ts";
import { createTestFolder } from "../../support/test-folder.ts";
import { createTestClient, testDataset } from "./clients.ts";

const directory = createTestFolder();

const documents = [
  { _id: "home", _type: "page", title: "As it was launched" },
  { _id: "contact", _type: "page", title: "Untouched" },
];

test("the history of a document begins with its launch copy, even after later starts", async () => {
  for (const start of ["First", "Second"]) {
    const sanity = await startSanity({ ...testDataset, port: 0, directory, documents });
    const editor = createTestClient(sanity.origin, await readFile(join(directory, "token"), "utf8"));
    const readHistory = (historyPath: string) =>
      editor.request({ uri: `/data/history/${testDataset.dataset}/${historyPath}` });
    await editor
      .patch("home")
      .set({ title: `${start} edit` })
      .commit();

    const { events } = await readHistory("events/documents/home");
    const launchEvent = events.home.at(-1);
    expect(launchEvent, start).toMatchObject({ type: "createLiveDocument", documentId: "home" });
    const launchRevision = await readHistory(`documents/home?revision=${launchEvent.revisionId}`);
    expect(launchRevision.documents, start).toMatchObject([
      { title: "As it was launched", _rev: launchEvent.revisionId },
    ]);
    const draftRevision = await readHistory(`documents/drafts.home?revision=${launchEvent.revisionId}`);
    expect(draftRevision.documents, start).toEqual(launchRevision.documents);

    const untouchedHistory = await readHistory("events/documents/contact");
    expect(untouchedHistory.events.contact, start).toMatchObject([{ type: "createLiveDocument" }]);
    await sanity.close();
  }
});
