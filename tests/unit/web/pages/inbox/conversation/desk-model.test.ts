import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConversationEntries, Draft, Entry } from "#functions/contract/conversation.schema.ts";
import { ApiError, toApiError } from "#web/api/api-error.ts";
import { createDesk } from "#web/pages/inbox/conversation/desk-model.ts";
import { createWritingJournal } from "#web/pages/inbox/conversation/journal.ts";
import { createFakeApi, fakeAdministrator } from "../../../../../support/fake-api.ts";

const id = "3f2a91bc-0000-4000-8000-000000000001";

/** `lost`: requests arrive, but their responses do not. */
type Network = "up" | "down" | "lost";

/** The storage of a browser, as an object with its keys. */
function createStorage(): Storage {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem(key: string, value: string) {
      storage[key] = value;
    },
    removeItem(key: string) {
      delete storage[key];
    },
  });
  return storage;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("navigator", { locks });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page whose code runs. */
const runningPage = new AsyncLocalStorage<{ isClosed: boolean }>();

/** Locks like those of a browser: a closed page holds none. One lock serves all browsers, which changes no result. */
const locks = {
  queue: [] as { page: { isClosed: boolean } | undefined; begin: () => void }[],
  isHeldBy: undefined as { isClosed: boolean } | undefined,
  /** The locks of the open tabs. */
  tabs: new Set<string>(),
  query() {
    return Promise.resolve({ held: [...this.tabs].map((name) => ({ name })) });
  },
  request(_name: string, work: () => Promise<void>) {
    const page = runningPage.getStore();
    return new Promise<void>((resolve) => {
      this.queue.push({
        page,
        begin: () =>
          void work()
            .finally(() => this.release())
            .then(resolve),
      });
      if (!this.isHeldBy || this.isHeldBy.isClosed) this.release();
    });
  },
  release() {
    const next = this.queue.shift();
    this.isHeldBy = next?.page;
    if (next?.page?.isClosed) this.release();
    else next?.begin();
  },
};

/** Waits until no call is on its way. */
const settle = async () => {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Opens windows of two administrators on one message: two tabs and a phone of the first, a desk of the second. */
async function openWindows() {
  const api = createFakeApi({ submissions: [{ id, name: "Ricardo", message: "Hola" }] });
  api.accounts.addAccount({
    email: "luis@guaria.example",
    password: fakeAdministrator.password,
    role: "admin",
  });
  const signIn = async (email: string) => {
    const response = await api.fetch("/api/auth/token?grant_type=password", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: fakeAdministrator.password }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const [ana, luis] = [await signIn(fakeAdministrator.email), await signIn("luis@guaria.example")];
  /** Texts that an administrator has removed on purpose. */
  const discarded = new Set<string>();
  /** Texts that an administrator has sent although the conversation had moved on. */
  const forced = new Set<string>();

  // The name of the journal stands for the browser.
  function openWindow(token: string, browser: string) {
    let tabId = "";
    const openTab = () => {
      locks.tabs.delete(`inbox.tab.${tabId}`);
      tabId = randomUUID();
      locks.tabs.add(`inbox.tab.${tabId}`);
    };
    openTab();
    let network: Network = "up";
    let revision = 1;
    let openPage = { isClosed: false };
    const ownAnswers: Entry[] = [];
    const call = async <T>(method: string, path: string, body?: unknown, key?: string): Promise<T> => {
      const page = openPage;
      if (network === "down") throw new ApiError("offline");
      const response = await api.fetch(`/api/submissions/${id}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          ...(key && { "Idempotency-Key": key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // A reload ends the page that waits for the response.
      if (page.isClosed) await new Promise(() => {});
      if (network === "lost") throw new ApiError("unreachable");
      if (!response.ok) throw await toApiError(response);
      return (response.status === 204 ? undefined : await response.json()) as T;
    };
    const readEntries = async () => {
      const conversation = await call<ConversationEntries>("GET", "/entries").catch(() => null);
      revision = conversation?.revision ?? revision;
      return conversation;
    };
    const open = () => {
      const desk = createDesk(createWritingJournal(browser, () => tabId));
      desk.connect({
        getDraft: () => call<Draft>("GET", "/draft"),
        putDraft: (_id, draft) => call<Draft>("PUT", "/draft", draft),
        now: () => Date.now(),
        post: ({ kind, key, text, revision, isFinal }) =>
          call<Entry>(
            "POST",
            `/${kind}s`,
            kind === "note" ? { text } : { text, revision, close: isFinal },
            key,
          ),
        deleteAnswer: (_id, answerId) => call("DELETE", `/answers/${answerId}`),
        readEntries,
        onStored: ({ kind }, entry) => void (kind === "answer" && ownAnswers.push(entry)),
        onTakenBack: () => {},
        onTakeBackFailed: () => {},
      });
      void desk.drafts.load(id);
      return desk;
    };
    let desk = runningPage.run(openPage, open);
    return {
      get desk() {
        return desk;
      },
      get page() {
        return openPage;
      },
      type(kind: Draft["kind"] = "answer") {
        const { text } = desk.drafts.read(id);
        desk.drafts.write(id, { text: `${text}<${randomUUID()}>`, kind, revision });
      },
      save: () => desk.drafts.save(id),
      send() {
        const { text } = desk.drafts.read(id);
        const rejection = desk.rejections.get()[id];
        const isHeld = rejection !== undefined && "newer" in rejection;
        // The administrator has seen the newer entries.
        if (isHeld) forced.add(text);
        if (text) desk.send(id, revision, {});
      },
      note() {
        this.type("note");
        this.send();
      },
      takeBack() {
        const entry = ownAnswers.pop();
        return entry && desk.takeBack(id, entry);
      },
      choose(choice: "own" | "other") {
        const other = desk.drafts.get().conflicts[id];
        if (!other) return;
        discarded.add(choice === "own" ? other.text : desk.drafts.read(id).text);
        desk.drafts.resolve(id, choice);
      },
      keepMine() {
        this.choose("own");
      },
      useOther() {
        this.choose("other");
      },
      close: () => call("PATCH", "", { state: "closed" }).catch(() => {}),
      customerWrites: () => void api.addEntry("Ricardo", { text: `[${randomUUID()}]` }),
      read: readEntries,
      reload() {
        openPage.isClosed = true;
        openPage = { isClosed: false };
        desk = runningPage.run(openPage, open);
      },
      closeAndOpen() {
        openTab();
        this.reload();
      },
      networkFails() {
        network = "down";
      },
      responsesAreLost() {
        network = "lost";
      },
      async networkReturns() {
        network = "up";
        desk.drafts.saveAll();
        await desk.outgoing.sendAll();
      },
    };
  }
  const windows = [
    openWindow(ana, "ana"),
    openWindow(ana, "ana"),
    openWindow(ana, "ana's phone"),
    openWindow(luis, "luis"),
  ];
  const findDraft = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await (await api.fetch(`/api/submissions/${id}/draft`, { headers })).json()) as Draft;
  };
  await settle();
  return { api, windows, discarded, forced, listStoredDrafts: () => Promise.all([ana, luis].map(findDraft)) };
}

type OpenedWindow = Awaited<ReturnType<typeof openWindows>>["windows"][number];
type WindowStep = Exclude<keyof OpenedWindow, "desk" | "page" | "choose">;
const stepNames: WindowStep[] = [
  ...(["type", "type", "type", "save", "save", "send", "send", "send", "note", "takeBack"] as const),
  ...(["keepMine", "useOther", "close", "customerWrites", "read", "reload", "closeAndOpen"] as const),
  ...(["networkFails", "responsesAreLost", "networkReturns", "networkReturns"] as const),
];

const listMarks = (text: string): string[] => text.match(/<[\w-]+>/g) ?? [];

test("no text is lost or sent twice, and all windows agree, in random interleavings of several windows", async () => {
  const group = fc.array(fc.tuple(fc.constantFrom(...stepNames), fc.nat(3)), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(group, { minLength: 3, maxLength: 14 }), async (interleaving) => {
      vi.stubGlobal("localStorage", createStorage());
      Object.assign(locks, { queue: [], isHeldBy: undefined, tabs: new Set() });
      const { api, windows, discarded, forced, listStoredDrafts } = await openWindows();
      const typed = new Set<string>();
      for (const simultaneous of interleaving) {
        for (const [name, index] of simultaneous) {
          const window = windows[index] as OpenedWindow;
          void runningPage.run(window.page, () => window[name]());
          for (const mark of listMarks(window.desk.drafts.read(id).text)) typed.add(mark);
        }
        await settle();
      }
      for (const window of windows) await runningPage.run(window.page, window.networkReturns);
      await settle();
      for (const window of windows) await runningPage.run(window.page, window.networkReturns);
      await settle();

      const entries = api.conversations.list(id);
      const answerTexts = entries.filter(({ kind }) => kind !== "customer").map(({ text }) => text);
      const unforcedTexts = answerTexts.filter((text) => !forced.has(text));
      expect(new Set(unforcedTexts).size).toBe(unforcedTexts.length);
      const keptTexts = [
        ...answerTexts,
        ...discarded,
        // A tab continues the draft of a closed one as soon as its own is empty.
        ...Object.values(localStorage).map(String),
        ...(await listStoredDrafts()).map(({ text }) => text),
        ...windows.flatMap(({ desk }) => [
          desk.drafts.read(id).text,
          desk.drafts.get().conflicts[id]?.text ?? "",
          ...desk.outgoing.get().map(({ text }) => text),
        ]),
      ];
      const keptMarks = new Set(keptTexts.flatMap(listMarks));
      expect([...typed].filter((mark) => !keptMarks.has(mark))).toEqual([]);
      // Nothing waits once the network is back.
      expect(windows.flatMap(({ desk }) => desk.outgoing.get())).toEqual([]);
      const revisions = await Promise.all(windows.map(async (window) => (await window.read())?.revision));
      expect(new Set(revisions).size).toBe(1);
    }),
    { numRuns: Number(process.env.INTERLEAVINGS ?? 200), seed: 3 },
  );
});

/** Opens one window, and returns the functions that write in it and read what the edge has. */
async function openOneWindow() {
  const { api, windows } = await openWindows();
  const [{ desk }] = windows as [OpenedWindow];
  const send = async (text: string, revision: number) => {
    desk.drafts.write(id, { text, kind: "answer", revision });
    desk.send(id, revision, {});
    await settle();
  };
  const readAnswers = () =>
    api.conversations
      .list(id)
      .filter(({ kind }) => kind === "answer")
      .map(({ text }) => text);
  return { api, desk, send, readAnswers };
}

test("the same text is another answer when it is sent again, also after a rejected attempt", async () => {
  const { api, send, readAnswers } = await openOneWindow();
  const outage = api.fail(/POST .*\/answers/, { code: "database_unavailable" });
  await send("Gracias", 1);
  outage.end();
  await send("Gracias", 1);
  await send("Gracias", 2);
  expect(readAnswers()).toEqual(["Gracias", "Gracias"]);
});

test("a held answer is held again by an entry that its hold did not show", async () => {
  const { api, desk, send, readAnswers } = await openOneWindow();
  api.addEntry("Ricardo", { text: "Una cosa más" });
  await send("El plan", 1);
  expect(desk.rejections.get()[id]).toMatchObject({ newer: [{ text: "Una cosa más" }], revision: 2 });
  api.addEntry("Ricardo", { text: "Y otra" });
  desk.send(id, 3, {});
  await settle();
  expect(readAnswers()).toEqual([]);
  expect(desk.rejections.get()[id]).toMatchObject({ newer: [{ text: "Y otra" }], revision: 3 });
  desk.send(id, 3, {});
  await settle();
  expect(readAnswers()).toEqual(["El plan"]);
});

test("a note that is being written when an answer comes back stays a note", async () => {
  const { api, desk } = await openOneWindow();
  api.addEntry("Ricardo", { text: "Una cosa más" });
  desk.drafts.write(id, { text: "El plan", kind: "answer", revision: 1 });
  desk.send(id, 1, {});
  desk.drafts.write(id, { text: "solo para el equipo", kind: "note" });
  await settle();
  expect(desk.drafts.read(id)).toMatchObject({ kind: "note", text: "El plan\n\nsolo para el equipo" });
});
