import type { Draft, Entry } from "#functions/contract/conversation.schema.ts";
import type { ConversationState } from "#functions/contract/conversation.ts";
import type { StoredSubmission, SubmissionStore } from "./submission-store.ts";

/** An entry to add. By default it is a text of the customer. */
export type NewEntry = Partial<Entry> & { state?: ConversationState };

/** Creates the conversations of a fake API, which behave like those of the database. */
export function createConversationStore(submissions: SubmissionStore, now: () => number) {
  const entriesById = new Map<string, Entry[]>();
  const drafts = new Map<string, Draft>();
  const writers = new Map<string, { id: string; name: string; saved_at: string }[]>();
  const list = (id: string): Entry[] => entriesById.get(id) ?? [];
  const firstAttachments = new Map<string, Entry["attachments"]>();
  const emptyDraft: Draft = { text: "", revision: 0, kind: "answer" };

  return {
    /** The mailbox that gets replies to answers; null if they come into the conversation. */
    repliesTo: null as string | null,
    list,
    /** The attachments of the message with which a conversation begins. */
    listFirstAttachments: (id: string) => firstAttachments.get(id) ?? [],
    attach: (id: string, attachments: Entry["attachments"]) => void firstAttachments.set(id, attachments),
    listWriters: (id: string) => writers.get(id) ?? [],
    setWriters: (id: string, colleagues: { id: string; name: string; saved_at: string }[]) =>
      void writers.set(id, colleagues),
    add(id: string, { state, ...fields }: NewEntry): Entry {
      const submission = submissions.find(id);
      if (!submission) throw new Error(`There is no submission ${id}`);
      const entry: Entry = {
        ...{
          id: crypto.randomUUID(),
          kind: "customer",
          author: null,
          text: "",
          language: submission.language,
        },
        ...{
          created_at: new Date(now()).toISOString(),
          delivery: null,
          event: null,
          sender: null,
          from: null,
          attachments: [],
        },
        ...fields,
      };
      const { kind, event, author } = entry;
      const isAnswer = kind === "answer" || event?.startsWith("answered_by") === true;
      const isNews = kind === "customer" || event === "bounced";
      entriesById.set(id, [...list(id), entry]);
      const newState = state ?? (isAnswer ? "waiting" : isNews ? "unanswered" : submission.state);
      submissions.update(id, {
        revision: submission.revision + 1,
        state: newState,
        ...(isNews && { read: false }),
        ...(kind === "answer" && { read: true }),
        ...(isAnswer && {
          assignee: submission.assignee ?? author?.id ?? null,
          first_answer_at: submission.first_answer_at ?? entry.created_at,
        }),
      });
      return entry;
    },
    remove(id: string, entryId: string) {
      entriesById.set(
        id,
        list(id).filter((entry) => entry.id !== entryId),
      );
      const submission = submissions.find(id);
      if (!submission) return;
      const { revision } = submission;
      submissions.update(id, {
        ...{ revision: revision + 1, state: "unanswered", assignee: null, first_answer_at: null },
      });
    },
    change(id: string, entryId: string, fields: Partial<Entry>) {
      entriesById.set(
        id,
        list(id).map((entry) => (entry.id === entryId ? { ...entry, ...fields } : entry)),
      );
      submissions.update(id, {});
    },
    /** Sets the entries of a conversation and fields of its message, as a join or a move does. */
    replace(id: string, entries: readonly Entry[], fields: Partial<StoredSubmission> = {}) {
      entriesById.set(id, [...entries]);
      submissions.update(id, { revision: (submissions.find(id)?.revision ?? 0) + 1, ...fields });
    },
    getDraft: (id: string, accountId: string): Draft => drafts.get(`${id} ${accountId}`) ?? emptyDraft,
    setDraft: (id: string, accountId: string, draft: Draft) => void drafts.set(`${id} ${accountId}`, draft),
    clearDraft(id: string, accountId: string, sentText: string) {
      const draft = this.getDraft(id, accountId);
      if (draft.text && sentText.startsWith(draft.text))
        drafts.set(`${id} ${accountId}`, { ...draft, text: "", revision: draft.revision + 1 });
    },
  };
}

export type ConversationStore = ReturnType<typeof createConversationStore>;
