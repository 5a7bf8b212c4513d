import type { SubmissionAction, SubmissionFilter } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import type { Progress } from "#web/pages/inbox/changes/bulk-selection.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { KeyTooltip } from "#web/pages/inbox/key-tooltip.tsx";
import type { Selected } from "#web/pages/inbox/selection.ts";
import { Button } from "#web/ui/button.tsx";
import { useKeptFocus } from "./kept-focus.ts";
import * as css from "./list-header.css.ts";

type ListHeaderProps = {
  filter: SubmissionFilter;
  search: string;
  shown: number;
  hasMore: boolean;
  /** How many match, loaded or not; null while nobody knows. */
  total: number | null;
  selected: Selected;
  progress: Progress | null;
  stop: () => void;
  selectLoaded: (on: boolean) => void;
  selectEverything: () => void;
  act: (action: SubmissionAction) => void;
};

type IconName = Parameters<typeof InboxIcon>[0]["name"];
const tools: {
  action: SubmissionAction;
  icon: IconName;
  key: string;
  label: "inbox.markRead" | "inbox.markUnread" | "inbox.spam" | "inbox.notSpam" | "inbox.delete";
  absent: SubmissionFilter[];
}[] = [
  { action: "read", icon: "read", key: "U", label: "inbox.markRead", absent: ["read"] },
  { action: "unread", icon: "unread", key: "U", label: "inbox.markUnread", absent: ["unread"] },
  { action: "spam", icon: "spam", key: "S", label: "inbox.spam", absent: ["spam"] },
  {
    action: "not_spam",
    icon: "notSpam",
    key: "S",
    label: "inbox.notSpam",
    absent: ["all", "unread", "read"],
  },
  { action: "delete", icon: "trash", key: "#", label: "inbox.delete", absent: [] },
];

/** Above the list: how much of it is there, what is selected, and what can be done to that. */
export function ListHeader(props: ListHeaderProps) {
  const { filter, search, shown, hasMore, total, selected, progress } = props;
  const { stop, selectLoaded, selectEverything, act } = props;
  const text = useText();
  const header = useKeptFocus();

  if (progress) {
    const { done, total: of } = progress;
    const label =
      of === null ? text("inbox.many", { count: done }) : text("inbox.shown", { shown: done, total: of });
    return (
      <div ref={header} className={css.bar}>
        <label className={css.progress}>
          <progress className={css.meter} {...(of === null ? {} : { value: Math.min(done, of), max: of })} />
          {label}
        </label>
        <Button size="small" onClick={stop}>
          {text("inbox.stop")}
        </Button>
      </div>
    );
  }

  const count = selected.everything ? (total ?? shown) : selected.ids.size;
  const some = count > 0 && (selected.everything || selected.ids.size > 0);
  const all = some && (selected.everything || selected.ids.size >= shown);
  return (
    <div ref={header} className={css.header}>
      <fieldset className={css.bar} aria-label={text("inbox.selection")}>
        {shown > 0 && (
          <label className={css.choose}>
            <input
              type="checkbox"
              className={css.checkbox}
              aria-label={text("inbox.select.loaded")}
              checked={all}
              ref={(element) => {
                if (element) element.indeterminate = some && !all;
              }}
              onChange={() => selectLoaded(!some)}
            />
          </label>
        )}
        <p className={css.count}>
          {some
            ? selected.everything && total === null
              ? text("inbox.selected.everything")
              : text("inbox.selected", { count })
            : shown > 0 && reach(text, { shown, search, hasMore, total })}
        </p>
        {some &&
          tools
            .filter(({ absent }) => !absent.includes(filter))
            .map(({ action, icon, key, label }) => (
              <KeyTooltip key={action} label={text(label)} sign={key}>
                <Button tone="quiet" size="icon" aria-label={text(label)} onClick={() => act(action)}>
                  <InboxIcon name={icon} />
                </Button>
              </KeyTooltip>
            ))}
      </fieldset>
      {(selected.everything || selected.loaded) && (hasMore || !all) && (
        <p className={css.more}>
          {selected.everything ? (
            <span>
              {total === null
                ? text("inbox.select.everythingFound", { search, shown })
                : text("inbox.select.everythingDone", { total })}
            </span>
          ) : (
            <Button tone="quiet" size="small" onClick={selectEverything}>
              {total === null
                ? text("inbox.select.allFound", { search })
                : text("inbox.select.everything", { total })}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

// What is searched for is not counted by the edge: as long as there is more, only the beginning is known.
function reach(
  text: ReturnType<typeof useText>,
  {
    shown,
    search,
    hasMore,
    total,
  }: { shown: number; search: string; hasMore: boolean; total: number | null },
): string {
  if (search) return text(hasMore ? "inbox.foundMore" : "inbox.found", { shown });
  return text("inbox.shown", { shown, total: Math.max(shown, total ?? 0) });
}
