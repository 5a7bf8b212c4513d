import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { cutCharacters } from "#functions/contract/characters.ts";
import type { Entry } from "#functions/contract/conversation.schema.ts";
import { toProblemMessage } from "#web/api/api-error.ts";
import { useText } from "#web/language/use-text.ts";
import { detail } from "#web/pages/inbox/inbox-screen.css.ts";
import { isGone, type LoadedEntries, useEntries } from "#web/pages/inbox/queries.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { Composer } from "./composer.tsx";
import * as css from "./conversation.css.ts";
import { useDesk } from "./desk.tsx";
import { EntryBody, EntryItem, Events, getWriter, WaitingItem } from "./entry.tsx";

type ConversationProps = {
  submission: FullSubmission;
  /** The words of the customer with which the conversation begins. */
  children: ReactNode;
};

/** Shows the conversation of an opened message, oldest entry first, and the composer under it. */
export function Conversation({ submission, children }: ConversationProps) {
  const text = useText();
  const { id } = submission;
  const titleId = useId();
  const query = useEntries(id);
  const { outgoing } = useDesk(id);
  const entries = query.data;
  const firstEntry = entries?.items[0];
  const thread = useNewestInView(entries?.items.slice(1).findLast(({ kind }) => kind !== "event")?.id);
  return (
    <section className={css.conversation} aria-labelledby={titleId}>
      <VisuallyHidden>
        <h3 id={titleId}>{text("inbox.conversation")}</h3>
      </VisuallyHidden>
      <ol ref={thread} className={css.thread} aria-busy={query.isPending}>
        <li>
          {children}
          {firstEntry && firstEntry.attachments.length > 0 && (
            <EntryBody entry={{ ...firstEntry, text: "" }} items={[]} />
          )}
        </li>
        {entries &&
          groupEvents(entries.items.slice(1)).map(([entry, ...otherEvents]) =>
            entry.kind === "event" ? (
              <Events key={entry.id} events={[entry, ...otherEvents]} />
            ) : (
              <EntryItem
                key={entry.id}
                entry={entry}
                submission={submission}
                items={entries.items}
                clockOffsetMs={entries.clockOffsetMs}
              />
            ),
          )}
        {outgoing.map((waiting) => (
          <WaitingItem key={waiting.key} outgoing={waiting} />
        ))}
      </ol>
      {query.isPending && submission.revision > 1 && (
        <p className={css.line}>{text("inbox.conversation.loading")}</p>
      )}
      {query.error && !isGone(query.error) && (
        <div className={css.failure}>
          <p>{`${text("inbox.conversation.failed")} ${text(toProblemMessage(query.error))}`}</p>
          <Button size="small" onClick={() => void query.refetch()}>
            {text("inbox.retry")}
          </Button>
        </div>
      )}
      <Writers entries={entries} readAt={query.dataUpdatedAt} />
      <Announcement items={entries?.items} submission={submission} />
      <Composer
        submission={submission}
        revision={entries?.revision ?? submission.revision}
        repliesTo={entries?.replies_to}
      />
    </section>
  );
}

/**
 * Scrolls the newest entry after the message into view when a conversation opens, when an entry arrives while the one
 * before it is in view, and when a toast takes room from the pane. Without that, the composer at the lower edge would
 * cover it.
 */
function useNewestInView(newestId: string | undefined) {
  const thread = useRef<HTMLOListElement>(null);
  const shownItem = useRef<Element | null>(null);
  useEffect(() => {
    const newestItem = thread.current?.lastElementChild;
    if (!newestId || !newestItem) return;
    const wasInView = !shownItem.current || shownItem.current.getBoundingClientRect().top < innerHeight;
    shownItem.current = newestItem;
    if (wasInView) newestItem.scrollIntoView({ block: "nearest" });
  }, [newestId]);
  useEffect(() => {
    const pane = thread.current?.closest(`.${detail}`);
    if (!pane) return;
    let height = pane.clientHeight;
    const observer = new ResizeObserver(() => {
      const heightBefore = height;
      height = pane.clientHeight;
      const item = shownItem.current;
      if (!item || height >= heightBefore) return;
      const wasInView = item.getBoundingClientRect().top < pane.getBoundingClientRect().top + heightBefore;
      if (wasInView) item.scrollIntoView({ block: "nearest" });
    });
    observer.observe(pane);
    return () => observer.disconnect();
  }, []);
  return thread;
}

type EntryGroup = [Entry, ...Entry[]];

/** Groups events that follow each other. Every other entry is a group of its own. */
function groupEvents(entries: readonly Entry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of entries) {
    const lastGroup = groups.at(-1);
    if (entry.kind === "event" && lastGroup?.[0].kind === "event") lastGroup.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Names the colleagues who write in this conversation. */
function Writers({ entries, readAt }: { entries: LoadedEntries | undefined; readAt: number }) {
  const text = useText();
  return entries?.writing.map(({ id, name, saved_at: savedAt }) => {
    const seconds = Math.max(0, Math.round((readAt + entries.clockOffsetMs - Date.parse(savedAt)) / 1_000));
    return (
      <p key={id} className={css.writer}>
        {seconds < 60
          ? text("inbox.conversation.writing", { name, seconds })
          : text("inbox.conversation.wrote", { name, minutes: Math.floor(seconds / 60) })}
      </p>
    );
  });
}

/** Announces entries of others that arrive while the conversation is open. */
function Announcement({
  items,
  submission,
}: {
  items: readonly Entry[] | undefined;
  submission: FullSubmission;
}) {
  const text = useText();
  const { user } = useSession();
  const knownIds = useRef<ReadonlySet<string> | null>(null);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (!items) return;
    const arrived = items.findLast(
      ({ id, kind, author }) =>
        knownIds.current && !knownIds.current.has(id) && kind !== "event" && author?.id !== user?.id,
    );
    knownIds.current = new Set(items.map(({ id }) => id));
    if (arrived)
      setAnnouncement(
        text("inbox.conversation.arrived", {
          name: arrived.author?.name ?? getWriter(arrived, submission),
          words: cutCharacters(arrived.text, 200),
        }),
      );
  }, [items, text, user?.id, submission]);
  return (
    <VisuallyHidden>
      <span role="status">{announcement}</span>
    </VisuallyHidden>
  );
}
