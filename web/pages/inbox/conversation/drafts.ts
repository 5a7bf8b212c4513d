import { countCharacters } from "#functions/contract/characters.ts";
import type { Draft } from "#functions/contract/conversation.schema.ts";
import { draftLimit } from "#functions/contract/conversation.ts";
import { ApiError } from "#web/api/api-error.ts";
import { createStore } from "#web/pages/inbox/shared/hooks.ts";
import type { LocalDraft, WritingJournal } from "./journal.ts";

export type DraftPorts = {
  getDraft: (submissionId: string) => Promise<Draft>;
  /** @throws ApiError `draft_conflict` */
  putDraft: (submissionId: string, draft: Draft) => Promise<Draft>;
  now: () => number;
};

/** The drafts by message, the drafts of other windows that differ, and when the edge stored a draft last. */
export type DraftState = {
  drafts: Readonly<Record<string, LocalDraft>>;
  conflicts: Readonly<Record<string, Draft>>;
  savedAt: Readonly<Record<string, number>>;
};

const saveDelayMs = 1_000;
export const emptyDraft: LocalDraft = { text: "", kind: "answer", revision: null, saved: null };

export const isSaved = ({ text, kind, saved, isSavedOutdated }: LocalDraft) =>
  !isSavedOutdated && text === (saved?.text ?? "") && (text === "" || kind === saved?.kind);

/** Returns a record without the value of an id. */
export const without = <Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));

/**
 * Creates the drafts of an administrator. The browser keeps a draft until the edge has stored it. A draft that another
 * window changed is never overwritten: a text that continues the stored one replaces it, else the user chooses.
 */
export function createDrafts(ports: () => DraftPorts, journal: WritingJournal) {
  const { get, set, subscribe } = createStore<DraftState>({ drafts: {}, conflicts: {}, savedAt: {} });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const calls = new Set<string>();

  const read = (id: string): LocalDraft => get().drafts[id] ?? journal.readDraft(id) ?? emptyDraft;
  const store = (id: string, draft: LocalDraft) => {
    set({ ...get(), drafts: { ...get().drafts, [id]: draft } });
    journal.writeDraft(id, isSaved(draft) ? null : draft);
  };
  /** Continues the draft of a closed tab, if this tab has none. */
  const adopt = async (id: string) => {
    if (read(id).text !== "") return;
    const otherDraft = await journal.readDraftOfClosedTab(id);
    if (otherDraft?.text && read(id).text === "") store(id, otherDraft);
  };
  const noteSaved = (id: string, saved: Draft) => {
    store(id, { ...read(id), saved, isSavedOutdated: false });
    journal.removeOtherDrafts(id, saved.text);
    set({ ...get(), savedAt: { ...get().savedAt, [id]: ports().now() } });
  };
  /** Compares the draft with the stored one. Returns whether the draft may replace it. */
  const reconcile = (id: string, stored: Draft): boolean => {
    const draft = read(id);
    const current = { saved: stored, isSavedOutdated: false };
    const isKnown = stored.revision === (draft.saved?.revision ?? 0);
    // An empty draft does not change the user's choice of a note into an answer.
    const kind = stored.text === "" ? draft.kind : stored.kind;
    if (isSaved(draft) || draft.text === "") store(id, { ...draft, ...current, text: stored.text, kind });
    else if (isKnown || draft.text.startsWith(stored.text)) store(id, { ...draft, ...current });
    else set({ ...get(), conflicts: { ...get().conflicts, [id]: stored } });
    return !get().conflicts[id];
  };
  const putOnce = async (id: string) => {
    const { text, kind, saved } = read(id);
    try {
      noteSaved(id, await ports().putDraft(id, { text, kind, revision: saved?.revision ?? 0 }));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "draft_conflict") throw error;
      return reconcile(id, await ports().getDraft(id));
    }
  };
  /** Stores the draft at the edge until it has the newest text. Without a network the browser keeps it. */
  const save = async (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    // The edge rejects longer drafts. The browser keeps them.
    const isTooLong = countCharacters(read(id).text) > draftLimit;
    if (calls.has(id) || get().conflicts[id] || isTooLong) return;
    calls.add(id);
    try {
      let continues = true;
      while (continues && !isSaved(read(id))) continues = await putOnce(id);
    } catch {
      // The browser keeps the draft. `saveAll` or the next key tries again.
    } finally {
      calls.delete(id);
    }
  };
  const scheduleSave = (id: string) => {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => void save(id), saveDelayMs),
    );
  };

  return {
    get,
    subscribe,
    read,
    save,
    /** Reads the stored draft when the user opens a message. */
    async load(id: string): Promise<void> {
      store(id, read(id));
      await adopt(id);
      try {
        reconcile(id, await ports().getDraft(id));
      } catch {
        // The draft of the browser is shown. Saving compares it with the stored one.
      }
      if (!isSaved(read(id))) void save(id);
    },
    /** Changes the draft and stores it a second after the last change. */
    write(id: string, change: Partial<LocalDraft>) {
      store(id, { ...read(id), ...change });
      scheduleSave(id);
    },
    /** Empties the draft of a text that is sent, in all tabs. */
    take(id: string): LocalDraft {
      const draft = read(id);
      journal.removeOtherDrafts(id, draft.text);
      const { sent: _, ...otherFields } = draft;
      store(id, { ...otherFields, text: "", kind: "answer", revision: null, isSavedOutdated: true });
      scheduleSave(id);
      return draft;
    },
    /** Puts a text back that was not sent, before what the user has written since. */
    giveBack(
      id: string,
      { text, kind }: Pick<LocalDraft, "text" | "kind">,
      change: Partial<LocalDraft> = {},
    ) {
      const { text: newerText, kind: newerKind } = read(id);
      store(id, {
        ...{ ...read(id), ...change },
        // A note must not become part of an answer.
        kind: newerText && newerKind !== kind ? "note" : kind,
        text: newerText ? `${text}\n\n${newerText}` : text,
      });
      scheduleSave(id);
    },
    /** Ends a conflict with the user's own text, or with that of the other window. */
    resolve(id: string, choice: "own" | "other") {
      const other = get().conflicts[id];
      if (!other) return;
      set({ ...get(), conflicts: without(get().conflicts, id) });
      const draft = choice === "other" ? { ...read(id), text: other.text, kind: other.kind } : read(id);
      store(id, { ...draft, saved: other, isSavedOutdated: false });
      void save(id);
    },
    /** Stores the drafts that only the browser has. */
    saveAll: () => {
      for (const id of new Set([...Object.keys(get().drafts), ...journal.listDrafts()])) {
        void adopt(id).then(() => save(id));
      }
    },
  };
}
