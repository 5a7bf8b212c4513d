import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { countCharacters, isVisible } from "#functions/contract/characters.ts";
import type { Draft } from "#functions/contract/conversation.schema.ts";
import { draftLimit, entryLimit } from "#functions/contract/conversation.ts";
import { useText } from "#web/language/use-text.ts";
import { composeElementIds, toDetailElementId } from "#web/pages/inbox/shared/focus.ts";
import { useOnline, useReadyAtOnce } from "#web/pages/inbox/shared/hooks.ts";
import { KeyTooltip, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { Button } from "#web/ui/button.tsx";
import { control } from "#web/ui/field.css.ts";
import * as css from "./conversation.css.ts";
import { type Send, toComposeProblem, useDesk } from "./desk.tsx";
import { isSaved } from "./drafts.ts";
import { useFormatTime } from "./format-time.ts";
import { DraftConflict, MovedConversation } from "./holds.tsx";

type ComposerProps = {
  submission: FullSubmission;
  /** The revision of the conversation that the screen shows. */
  revision: number;
  /** The mailbox that gets replies by mail, if they do not come into the conversation. */
  repliesTo: string | null | undefined;
};

/** Shows the field in which the user answers the customer or writes a note. The text outlasts the page and the network. */
export function Composer({ submission, revision, repliesTo }: ComposerProps) {
  const text = useText();
  const { id } = submission;
  const { draft, rejection } = useDesk(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  useReadyAtOnce();
  const { remaining, problem, send, write } = useWriting({ id, revision, field });
  const { kind } = draft;
  const label = text(kind === "note" ? "inbox.compose.noteLabel" : "inbox.compose.answerLabel", {
    name: submission.name,
  });
  const isHeld = rejection !== null && "newer" in rejection;
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      document.getElementById(toDetailElementId(id))?.focus({ preventScroll: true });
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send({ isFinal: event.shiftKey });
    }
  };
  return (
    <section className={css.composer} data-composer={kind} aria-label={text("inbox.compose")}>
      <div className={css.bar}>
        <Kinds kind={kind} choose={(chosen) => write({ kind: chosen })} field={field} />
        <SaveState id={id} />
      </div>
      <DraftConflict id={id} />
      <MovedConversation id={id} submission={submission} send={send} field={field} />
      <textarea
        ref={field}
        className={`${control} ${css.field}`}
        aria-label={label}
        placeholder={label}
        rows={2}
        dir="auto"
        value={draft.text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        onChange={({ target }) => write({ text: target.value })}
        onKeyDown={press}
      />
      {kind === "answer" && repliesTo && (
        <p className={css.line}>{text("inbox.compose.repliesTo", { address: repliesTo })}</p>
      )}
      <div className={css.foot} onPointerDown={keepFocus}>
        <p id={problemId} role="status" className={css.problem} data-failed={problem !== null}>
          {problem ?? (remaining < entryLimit / 10 ? text("inbox.compose.left", { count: remaining }) : "")}
        </p>
        {kind === "answer" && (
          <Button
            size="small"
            onClick={() => send({ isFinal: true })}
            aria-keyshortcuts="Control+Shift+Enter"
          >
            {text("inbox.compose.sendAndClose")}
          </Button>
        )}
        <KeyTooltip label={text(kind === "note" ? "inbox.compose.keep" : "inbox.compose.send")} sign="Ctrl+↵">
          <Button
            size="small"
            tone={draft.text !== "" && !isHeld ? "accent" : "plain"}
            onClick={() => send({})}
            aria-keyshortcuts="Control+Enter"
          >
            {text(kind === "note" ? "inbox.compose.keep" : "inbox.compose.send")}
          </Button>
        </KeyTooltip>
      </div>
    </section>
  );
}

/** Keeps the focus in the field when the user presses a button, so a phone keeps its keyboard and nothing moves. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

type WritingInput = { id: string; revision: number; field: RefObject<HTMLTextAreaElement | null> };

/** Loads the draft, and returns the functions that change and send it. */
function useWriting({ id, revision, field }: WritingInput) {
  const text = useText();
  const { desk, draft, rejection } = useDesk(id);
  const { drafts, setRejection } = desk;
  // A new entry may be this draft, sent in another window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision changes with every entry
  useEffect(() => void drafts.load(id), [drafts, id, revision]);
  useEffect(() => () => void drafts.save(id), [drafts, id]);
  const remaining = entryLimit - countCharacters(draft.text);
  const problem =
    remaining < 0
      ? text("inbox.compose.tooLong", { count: -remaining, limit: entryLimit })
      : rejection && "error" in rejection
        ? text(toComposeProblem(rejection.error))
        : null;
  const write = (change: { text?: string; kind?: Draft["kind"] }) => {
    const { text: before, revision: seenRevision } = drafts.read(id);
    if (rejection && "error" in rejection) setRejection(id, null);
    drafts.write(id, { ...change, revision: before === "" ? revision : seenRevision });
  };
  const send: Send = (options) => {
    const { text: draftText } = drafts.read(id);
    field.current?.focus({ preventScroll: true });
    if (isVisible(draftText) && countCharacters(draftText) <= entryLimit) desk.send(id, revision, options);
  };
  return { remaining, problem, write, send };
}

type KindsProps = {
  kind: Draft["kind"];
  choose: (kind: Draft["kind"]) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

const kinds = [
  { kind: "answer", label: "inbox.reply", sign: "R" },
  { kind: "note", label: "inbox.note", sign: "N" },
] as const;

/** Shows the choice between an answer and a note. The keys press these buttons, which focus the field. */
function Kinds({ kind: chosenKind, choose, field }: KindsProps) {
  const text = useText();
  const areSignKeysOn = useSignKeys();
  return (
    <fieldset className={css.kinds} aria-label={text("inbox.compose.kind")}>
      {kinds.map(({ kind, label, sign }) => (
        <button
          key={kind}
          id={composeElementIds[kind]}
          type="button"
          className={css.kindButton}
          aria-pressed={kind === chosenKind}
          aria-keyshortcuts={areSignKeysOn ? sign.toLowerCase() : undefined}
          onClick={() => {
            choose(kind);
            field.current?.focus();
          }}
        >
          {areSignKeysOn ? `${text(label)} (${sign})` : text(label)}
        </button>
      ))}
    </fieldset>
  );
}

/** Says where the draft is stored. */
function SaveState({ id }: { id: string }) {
  const text = useText();
  const online = useOnline();
  const formatTime = useFormatTime();
  const { draft, savedAt } = useDesk(id);
  if (draft.text === "") return null;
  if (!isSaved(draft)) {
    const staysHere = !online || countCharacters(draft.text) > draftLimit;
    return staysHere && <p className={css.saved}>{text("inbox.compose.savedHere")}</p>;
  }
  return (
    savedAt !== null && (
      <p className={css.saved}>{text("inbox.compose.saved", { time: formatTime(savedAt) })}</p>
    )
  );
}
