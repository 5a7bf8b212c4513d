import { useEffect, useId, useState } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { Entry } from "#functions/contract/conversation.schema.ts";
import { type deliveries, takeBackSeconds } from "#functions/contract/conversation.ts";
import { useText } from "#web/language/use-text.ts";
import { useOnline } from "#web/pages/inbox/shared/hooks.ts";
import { IconButton } from "#web/pages/inbox/shared/key-hints.tsx";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LinkedText } from "#web/ui/linked-text.tsx";
import * as css from "./conversation.css.ts";
import { useDesk, useLinkWithdrawal } from "./desk.tsx";
import { useFormatTime } from "./format-time.ts";
import type { Outgoing } from "./journal.ts";
import { MoveMenu, OtherSender } from "./moves.tsx";

type EntryItemProps = {
  entry: Entry;
  submission: FullSubmission;
  items: readonly Entry[];
  clockOffsetMs: number;
};

/** Shows a text of the conversation with its author, its time and the delivery of an answer. */
export function EntryItem({ entry, submission, items, clockOffsetMs }: EntryItemProps) {
  const text = useText();
  const formatTime = useFormatTime();
  const headId = useId();
  const { kind, author, created_at: createdAt } = entry;
  if (kind === "event") return null;
  const { sender, from } = entry;
  const isOther = sender === "other";
  const name =
    kind === "customer"
      ? getWriter(entry, submission)
      : (author?.name ?? text("inbox.entry.formerColleague"));
  return (
    <li className={isOther ? css.otherEntry : css.entry[kind]} aria-labelledby={headId}>
      <div className={css.head} id={headId}>
        <bdi className={css.author}>{name}</bdi>
        {kind === "note" && <span className={css.kind}>{text("inbox.entry.note")}</span>}
        {(isOther || sender === "unverified") && (
          <span className={css.delivery} data-failed={isOther}>
            <Icon name="alert" />
            <span>{text(`inbox.sender.${sender}`)}</span>
          </span>
        )}
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        {entry.delivery && <Delivery delivery={entry.delivery} />}
        {entry.delivery && entry.delivery !== "waiting" && entry.delivery !== "failed" && (
          <WithdrawLink entryId={entry.id} submissionId={submission.id} />
        )}
        {kind !== "answer" && !submission.spam && <MoveMenu entry={entry} submission={submission} />}
      </div>
      {isOther && (
        <p className={css.line}>
          {text(isCustomerAddress(from, submission) ? "inbox.sender.forged" : "inbox.sender.unknown", {
            name: submission.name,
          })}
        </p>
      )}
      <EntryBody entry={entry} items={items} />
      {isOther && !submission.spam && <OtherSender entry={entry} submission={submission} />}
      <TakeBack entry={entry} submissionId={submission.id} clockOffsetMs={clockOffsetMs} />
    </li>
  );
}

/** Returns the name of who wrote a text of the customer's side. A mail from another address has that address in full. */
export const getWriter = ({ sender, from }: Entry, submission: FullSubmission): string =>
  from !== null && (sender === "other" || !isCustomerAddress(from, submission)) ? from : submission.name;

const isCustomerAddress = (address: string | null, { email }: FullSubmission) =>
  address?.toLowerCase() === email.toLowerCase();

const loadMailParts = () => import("./mail-parts.tsx");
type MailModule = Awaited<ReturnType<typeof loadMailParts>>;
let loadedMailModule: MailModule | null = null;

/** Shows the text of an entry, and its attachments. Until the parts of a mail are loaded, its whole text is shown. */
export function EntryBody({ entry, items }: Pick<EntryItemProps, "entry" | "items">) {
  const text = useText();
  const [mailModule, setMailModule] = useState(loadedMailModule);
  const { kind, sender, language, attachments } = entry;
  const hasParts = sender !== null || attachments.length > 0;
  useEffect(() => {
    if (!hasParts || loadedMailModule) return;
    const showParts = (module: MailModule) => {
      loadedMailModule = module;
      setMailModule(module);
    };
    // Without the network the whole text stays.
    void loadMailParts().then(showParts, () => {});
  }, [hasParts]);
  const showText = (mailText: string) => (
    <div className={css.text} lang={kind === "customer" ? language : undefined} dir="auto">
      {sender === "other" || kind === "event" ? (
        mailText
      ) : (
        <LinkedText newTab={text("footer.newTab")}>{mailText}</LinkedText>
      )}
    </div>
  );
  return hasParts && mailModule ? (
    <mailModule.MailParts entry={entry} items={items} showText={showText} />
  ) : (
    showText(entry.text)
  );
}

const deliveryIcons = { waiting: "clock", sent: "check", delivered: "check" } as const;

/** Says how far the mail of an answer got, and why it did not arrive. */
function Delivery({ delivery }: { delivery: (typeof deliveries)[number] }) {
  const text = useText();
  const icon = delivery in deliveryIcons ? deliveryIcons[delivery as keyof typeof deliveryIcons] : "alert";
  return (
    <span className={css.delivery} data-failed={icon === "alert"}>
      <Icon name={icon} />
      <span>{text(`inbox.delivery.${delivery}`)}</span>
    </span>
  );
}

/** Shows the button that ends the link in the mail of an answer, which may have reached another reader. */
function WithdrawLink({ entryId, submissionId }: { entryId: string; submissionId: string }) {
  const text = useText();
  const withdraw = useLinkWithdrawal(submissionId);
  const [isAsking, setIsAsking] = useState(false);
  const answer = (isConfirmed: boolean) => {
    setIsAsking(false);
    if (isConfirmed) void withdraw(entryId);
  };
  return (
    <span className={css.entryAction}>
      <IconButton label={text("inbox.link.withdraw")} icon="unlink" onClick={() => setIsAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={text("inbox.link.title")}
          description={text("inbox.link.warning")}
          confirmLabel={text("inbox.link.confirm")}
          cancelLabel={text("inbox.delete.cancel")}
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        />
      )}
    </span>
  );
}

/** Shows the button that takes an own answer back, for as long as that is possible, also after a reload. */
function TakeBack({
  entry,
  submissionId,
  clockOffsetMs,
}: Pick<EntryItemProps, "entry" | "clockOffsetMs"> & { submissionId: string }) {
  const text = useText();
  const { user } = useSession();
  const { desk } = useDesk(submissionId);
  const endsAt = Date.parse(entry.created_at) + takeBackSeconds * 1_000 - clockOffsetMs;
  const [isOver, setIsOver] = useState(() => Date.now() >= endsAt);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), endsAt - Date.now());
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (isOver || entry.delivery !== "waiting" || entry.author?.id !== user?.id) return null;
  return (
    <Button size="small" onClick={() => void desk.takeBack(submissionId, entry)}>
      {text("inbox.undo")}
    </Button>
  );
}

/** Shows an answer or a note that the edge does not have yet. */
export function WaitingItem({ outgoing }: { outgoing: Outgoing }) {
  const text = useText();
  const online = useOnline();
  return (
    <li className={css.entry[outgoing.kind]} data-waiting="true">
      <div className={css.head}>
        <span className={css.author}>{text("inbox.entry.you")}</span>
        {outgoing.kind === "note" && <span className={css.kind}>{text("inbox.entry.note")}</span>}
        <span className={css.delivery}>
          <Icon name="clock" />
          <span>
            {text(online && !outgoing.isUncertain ? "inbox.entry.sending" : "inbox.entry.waitsForNetwork")}
          </span>
        </span>
      </div>
      <div className={css.text} dir="auto">
        {outgoing.text}
      </div>
    </li>
  );
}

/** Shows events as small lines, folded if there are several. The text of an automatic mail is folded under its line. */
export function Events({ events }: { events: readonly Entry[] }) {
  const text = useText();
  const formatTime = useFormatTime();
  const lines = events.map((entry) => {
    const line = (
      <>
        <span>{`${describeEvent(entry, text)} · `}</span>
        <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>
      </>
    );
    return entry.text ? (
      <details key={entry.id}>
        <summary>{line}</summary>
        <bdi className={css.author}>{entry.from}</bdi>
        <EntryBody entry={entry} items={[]} />
      </details>
    ) : (
      <p key={entry.id}>{line}</p>
    );
  });
  return (
    <li className={css.event}>
      {lines.length === 1 ? (
        lines
      ) : (
        <details>
          <summary>{text("inbox.events", { count: lines.length })}</summary>
          {lines}
        </details>
      )}
    </li>
  );
}

function describeEvent({ event, author, assignee }: Entry, text: ReturnType<typeof useText>): string {
  const name = author?.name ?? text("inbox.entry.site");
  if (event === "assigned" && !assignee) return text("inbox.event.unassigned", { name });
  return text(`inbox.event.${event ?? "reopened"}`, { name, assignee: assignee?.name ?? "" });
}
