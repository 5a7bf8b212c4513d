import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSanity } from "#local/sanity/server.ts";
import { clientOf, place } from "./clients.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vitrina-history-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const documents = [
  { _id: "home", _type: "page", title: "As it was launched" },
  { _id: "contact", _type: "page", title: "Untouched" },
];

test("the history of a document begins with its launch copy, even after later starts", async () => {
  for (const start of ["First", "Second"]) {
    const sanity = await startSanity({ ...place, port: 0, directory, documents });
    const editor = clientOf(sanity.origin, await readFile(join(directory, "token"), "utf8"));
    const past = (what: string) => editor.request({ uri: `/data/history/${place.dataset}/${what}` });
    await editor
      .patch("home")
      .set({ title: `${start} edit` })
      .commit();

    const { events } = await past("events/documents/home");
    const launched = events.home.at(-1);
    expect(launched, start).toMatchObject({ type: "createLiveDocument", documentId: "home" });
    const then = await past(`documents/home?revision=${launched.revisionId}`);
    expect(then.documents, start).toMatchObject([{ title: "As it was launched", _rev: launched.revisionId }]);
    const ofDraft = await past(`documents/drafts.home?revision=${launched.revisionId}`);
    expect(ofDraft.documents, start).toEqual(then.documents);
    const atThatTime = await past(`documents/home?time=${launched.timestamp}`);
    expect(atThatTime.documents, start).toEqual(then.documents);

    const untouched = await past("events/documents/contact");
    expect(untouched.events.contact, start).toMatchObject([{ type: "createLiveDocument" }]);
    await sanity.close();
  }
});
