import { randomUUID } from "node:crypto";
import type { SanityClient } from "@sanity/client";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ScheduledPublication,
  scheduledPublicationId,
  scheduledPublicationType,
} from "#cms/content/scheduled-publication.ts";
import { publishDraft } from "#functions/site/publishing/publish-due.ts";
import { startSanityWith } from "../local/sanity/clients.ts";
import { startProxy } from "../support/proxy.ts";
import { startScheduled } from "../support/scheduled.ts";
import { startForSuite } from "../support/suite.ts";

const cms = startForSuite(() => startSanityWith());
const cmsProxy = startForSuite(() => startProxy(cms.origin));
let editor: SanityClient;
beforeAll(() => {
  editor = cms.editor.withConfig({ perspective: "raw" });
});
const scheduled = startForSuite(() =>
  startScheduled(() => ({
    SANITY_API_HOST: cmsProxy.origin,
    SANITY_WRITE_TOKEN: cms.editor.config().token ?? "",
  })),
);
beforeEach(() =>
  editor.delete({
    query: '*[_type == $type || _id in path("drafts.**")]',
    params: { type: scheduledPublicationType },
  }),
);
afterEach(() => cmsProxy.set("fine"));

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const getPublished = (id: string) => editor.getDocument<{ title: { es: string } }>(id);
const getPublication = (document: string) =>
  editor.getDocument<ScheduledPublication>(scheduledPublicationId(document));

/** Writes a draft with a new Spanish title and returns the title. */
async function writeDraft(id: string, change: Record<string, unknown> = {}): Promise<string> {
  const title = `Título ${randomUUID()}`;
  const { _rev, ...document } = (await editor.getDocument(id)) as Record<string, unknown> & { _type: string };
  await editor.createOrReplace({
    ...document,
    _id: `drafts.${id}`,
    title: { ...(document.title as object), es: title },
    ...change,
  });
  return title;
}
/** Schedules the publication of a document, as the Studio does. */
const schedule = (document: string, minutes = -1, extraFields: Partial<ScheduledPublication> = {}) =>
  editor.createOrReplace({
    _id: scheduledPublicationId(document),
    _type: scheduledPublicationType,
    document,
    documentType: "page",
    publishAt: minutesFromNow(minutes),
    state: "waiting",
    ...extraFields,
  });

describe("a publication", () => {
  test("happens at its time and not before, and records that", async () => {
    const title = await writeDraft("privacy");
    await schedule("privacy", 1);
    await scheduled.fire();
    expect((await getPublished("privacy"))?.title.es).not.toBe(title);
    await schedule("privacy", 0);
    await scheduled.fire();
    expect((await getPublished("privacy"))?.title.es).toBe(title);
    expect(await editor.getDocument("drafts.privacy")).toBeUndefined();
    const endedPublication = await getPublication("privacy");
    expect(endedPublication).toMatchObject({ state: "published", endedAt: expect.stringMatching(/Z$/) });
    expect(endedPublication).not.toHaveProperty("attempt");
    await expect.poll(() => scheduled.log()).toContain('"event":"published","document":"privacy"');
  });

  test("happens once, even when the Worker runs concurrently", async () => {
    await writeDraft("privacy");
    await schedule("privacy");
    const eventTypes: string[] = [];
    const subscription = editor.listen('*[_id == "privacy"]').subscribe((event) => {
      eventTypes.push(event.type);
    });
    await expect
      .poll(() => scheduled.fire().then(() => getPublication("privacy")))
      .toMatchObject({ state: "published" });
    const publishedBefore = await getPublished("privacy");
    await writeDraft("privacy");
    await schedule("privacy");
    await Promise.all([scheduled.fire(), scheduled.fire(), scheduled.fire()]);
    expect((await getPublished("privacy"))?._rev).not.toBe(publishedBefore?._rev);
    await expect.poll(() => eventTypes.length).toBeGreaterThanOrEqual(2);
    subscription.unsubscribe();
    expect(await getPublication("privacy")).toMatchObject({ state: "published" });
    expect(eventTypes).toHaveLength(2);
  });

  test("is invisible without a token", async () => {
    await schedule("privacy", 60);
    expect(await cms.visitor.fetch("*[_type == $type]", { type: scheduledPublicationType })).toEqual([]);
  });

  test("does not happen after it was cancelled", async () => {
    const title = await writeDraft("privacy");
    await schedule("privacy");
    await editor.delete(scheduledPublicationId("privacy"));
    await scheduled.fire();
    expect((await getPublished("privacy"))?.title.es).not.toBe(title);
  });
});

describe("a Worker that stops midway", () => {
  const createAttempt = (minutes: number, transaction: string = randomUUID()) => ({
    attempt: { at: minutesFromNow(minutes), transaction },
  });

  test("loses nothing: an attempt that did not publish is retried after two minutes", async () => {
    const to = { _type: "reference", _ref: "cctv" };
    const type = { documentType: "redirect" };
    await editor.create({ _id: "drafts.cameras", _type: "redirect", from: "/camaras", to, language: "es" });
    await schedule("cameras", -3, { ...type, ...createAttempt(-1) });
    await scheduled.fire();
    expect(await getPublished("cameras")).toBeUndefined();
    await schedule("cameras", -3, { ...type, ...createAttempt(-3) });
    await scheduled.fire();
    expect(await getPublished("cameras")).toMatchObject({ from: "/camaras" });
  });

  test("publishes nothing twice: a draft written since its attempt stays a draft", async () => {
    const title = await writeDraft("privacy");
    const transaction = randomUUID();
    const { _rev: revision = "" } = (await editor.getDocument("drafts.privacy")) ?? {};
    expect(await publishDraft(editor, "privacy", { revision, transaction })).toBe("published");
    const laterTitle = await writeDraft("privacy");
    await schedule("privacy", -3, createAttempt(-3, transaction));
    await scheduled.fire();
    expect(await getPublication("privacy")).toMatchObject({ state: "published" });
    expect((await getPublished("privacy"))?.title.es).toBe(title);
    expect((await editor.getDocument<{ title: { es: string } }>("drafts.privacy"))?.title.es).toBe(
      laterTitle,
    );
  });

  test("publishes only the draft revision that it has read", async () => {
    await writeDraft("privacy");
    const readRevision = { revision: "another", transaction: randomUUID() };
    expect(await publishDraft(editor, "privacy", readRevision)).toBe("changed");
    await editor.delete("drafts.privacy");
    expect(await publishDraft(editor, "privacy", readRevision)).toBe("changed");
  });
});

test("a publication that an editor made early is marked as done and not repeated", async () => {
  const title = await writeDraft("privacy");
  await schedule("privacy");
  const { _rev: revision = "" } = (await editor.getDocument("drafts.privacy")) ?? {};
  const transaction = randomUUID();
  expect(await publishDraft(editor, "privacy", { revision, transaction })).toBe("published");
  await scheduled.fire();
  expect(await getPublication("privacy")).toMatchObject({ state: "published" });
  expect(await getPublished("privacy")).toMatchObject({ _rev: transaction, title: { es: title } });
});

describe("a publication that cannot happen says why", () => {
  test("when there is no draft", async () => {
    await schedule("privacy");
    await scheduled.fire();
    expect(await getPublication("privacy")).toMatchObject({
      state: "failed",
      failure: { reason: "no-draft" },
    });
  });

  test("when the site cannot render the page, which stays unchanged", async () => {
    await writeDraft("privacy", { title: { _type: "localeString", es: "Sin inglés" } });
    await schedule("privacy");
    await scheduled.fire();
    expect(await getPublication("privacy")).toMatchObject({
      state: "failed",
      failure: {
        reason: "content",
        problems: [
          { document: { type: "page", name: "privacy" }, field: "title", reason: "no-text", language: "en" },
        ],
      },
    });
    expect((await getPublished("privacy"))?.title.es).not.toBe("Sin inglés");
  });

  test("but not for faults of another document", async () => {
    await writeDraft("siteSettings", { figures: [], tagline: { es: "A medias" } });
    const title = await writeDraft("digital-marketing");
    await schedule("digital-marketing");
    await scheduled.fire();
    expect(await getPublication("digital-marketing")).toMatchObject({ state: "published" });
    expect((await getPublished("digital-marketing"))?.title.es).toBe(title);
  });

  test("when the CMS rejects it, with the CMS's message", async () => {
    await editor.create({
      _id: "drafts.moved",
      _type: "redirect",
      from: "/moved",
      to: { _type: "reference", _ref: "nowhere", _weak: true, _strengthenOnPublish: { type: "page" } },
      language: "es",
    });
    await schedule("moved", -1, { documentType: "redirect" });
    await scheduled.fire();
    expect(await getPublication("moved")).toMatchObject({
      state: "failed",
      failure: { reason: "refused", says: expect.stringContaining("nowhere") },
    });
  });
});

describe("while the CMS", () => {
  test.each(["away", "failing", "nonsense"] as const)(
    "is %s, nothing is lost: the publication happens as soon as possible",
    async (weather) => {
      const title = await writeDraft("privacy");
      await schedule("privacy");
      cmsProxy.set(weather);
      expect((await scheduled.fire()).outcome).toBe("ok");
      await expect.poll(() => scheduled.log()).toContain('"event":"publications_not_listed"');
      cmsProxy.set("fine");
      expect(await getPublication("privacy")).toMatchObject({ state: "waiting" });
      await scheduled.fire();
      expect((await getPublished("privacy"))?.title.es).toBe(title);
    },
    60_000,
  );
});

test("a finished publication is kept for 30 days", async () => {
  const day = 24 * 60;
  await schedule("privacy", -31 * day, { state: "published", endedAt: minutesFromNow(-31 * day) });
  await schedule("contact", -29 * day, { state: "published", endedAt: minutesFromNow(-29 * day) });
  await scheduled.fire();
  expect(await getPublication("privacy")).toBeUndefined();
  expect(await getPublication("contact")).toMatchObject({ state: "published" });
});
