import { useState } from "react";
import type { Submission, SubmissionAction } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import type { useCursor } from "#web/pages/inbox/keyboard/cursor.ts";
import type { useFocus } from "#web/pages/inbox/next-focus.ts";
import { nothing, type Selected } from "#web/pages/inbox/selection.ts";
import type { useEverything } from "./bulk-selection.ts";
import type { useChanges } from "./changes.tsx";

// As long as a row takes to leave.
const leavingTime = 200;

/** Some messages, or everything that the list's filter and search let through. */
export type Target = readonly Submission[] | "everything";

type Handling = {
  place: Selection;
  ids: readonly string[];
  opened: string | null;
  total: number | null;
  selected: Selected;
  choose: (selected: Selected) => void;
  change: ReturnType<typeof useChanges>["change"];
  everything: ReturnType<typeof useEverything>;
  /** The time of the newest message that was seen: what is newer is left alone. */
  seenUntil: { readonly current: string };
  cursor: ReturnType<typeof useCursor>;
  focus: ReturnType<typeof useFocus>;
  back: () => void;
};

/** What is done to messages; a deletion after it was asked once, and with the rows seen to leave. */
export function useHandling(given: Handling) {
  const { place, ids, opened, total, selected, choose, change, everything, seenUntil, cursor, focus, back } =
    given;
  const [asking, setAsking] = useState<Target | null>(null);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());

  const run = (action: SubmissionAction, target: Target) => {
    if (target === "everything") {
      everything.start(action, place, seenUntil.current, total);
      choose(nothing);
    } else if (action === "delete") remove(target);
    else {
      change(action, target);
      deselect(target);
    }
  };
  // What was selected has had what it was selected for; something else may have been done meanwhile to the opened one.
  const deselect = (done: readonly Submission[]) => {
    const ids = new Set(done.map(({ id }) => id));
    if ([...selected.ids].every((id) => ids.has(id))) choose(nothing);
  };
  const remove = (doomed: readonly Submission[]) => {
    const gone = new Set(doomed.map(({ id }) => id));
    const last = ids.findLastIndex((id) => gone.has(id));
    const rest = (part: readonly string[]) => part.filter((id) => !gone.has(id));
    const next = rest(ids.slice(last + 1))[0] ?? rest(ids.slice(0, Math.max(0, last))).at(-1);
    if (opened && gone.has(opened)) back();
    if (next) cursor.focusRow(next);
    else focus.search();
    setLeaving(gone);
    deselect(doomed);
    setTimeout(() => {
      change("delete", doomed);
      setTimeout(() => setLeaving(new Set()), leavingTime);
    }, leavingTime);
  };

  return {
    act: (action: SubmissionAction, target: Target) =>
      action === "delete" ? setAsking(target) : run(action, target),
    /** What a deletion asks about, null while it asks nothing. */
    asking,
    answer: (yes: boolean) => {
      setAsking(null);
      if (yes && asking) run("delete", asking);
    },
    leaving,
  };
}
