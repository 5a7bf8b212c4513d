import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { cutCharacters } from "#functions/contract/characters.ts";
import { searchLimit } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { useSettled } from "#web/pages/inbox/shared/clock.ts";
import { searchElement } from "#web/pages/inbox/shared/focus.ts";
import { InboxIcon } from "#web/pages/inbox/shared/icons.tsx";
import { useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { useInbox } from "#web/pages/inbox/store.ts";
import type { Inbox } from "#web/pages/inbox/types.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import * as css from "./toolbar.css.ts";

/** Where one searches; the list follows what is typed. The arrow down leads to what was found, Enter opens the first of it. */
export function SearchBox() {
  const text = useText();
  const inbox = useInbox();
  const signs = useSignKeys();
  const onePane = useOnePane();
  const goToFirst = useTypedSearch(inbox);
  const { state, set } = inbox;

  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing || !["ArrowDown", "Enter"].includes(key)) return;
    nativeEvent.preventDefault();
    // Where there is room for one of the two, what was found is looked at before it is opened.
    goToFirst(key === "Enter" && !onePane ? "open" : "focus");
  };
  return (
    <search className={css.search}>
      <label className={css.searchBox}>
        <VisuallyHidden>{text("inbox.search")}</VisuallyHidden>
        <span className={css.searchIcon}>
          <InboxIcon name="search" />
        </span>
        <input
          id={searchElement}
          className={css.searchInput}
          type="search"
          placeholder={text("inbox.searchHint")}
          autoComplete="off"
          spellCheck={false}
          value={state.typed}
          aria-keyshortcuts={signs ? "/" : undefined}
          onChange={(event) => set({ typed: cutCharacters(event.target.value, searchLimit) })}
          onKeyDown={onKeyDown}
        />
        <Found />
      </label>
    </search>
  );
}

/** How much was found, only to be seen: it is announced in words. */
function Found() {
  const { formatNumber } = useIntl();
  const { listed, list } = useInbox();
  const { ids, query } = list;
  if (!listed.search || query.isPending || query.isPlaceholderData) return null;
  return (
    <span className={css.found} aria-hidden="true">
      {`${formatNumber(ids.length)}${query.hasNextPage ? "+" : ""}`}
    </span>
  );
}

/** What to do with the first message that a search finds. */
type FirstHitAction = "focus" | "open";

/**
 * The address follows what is written in the search once the writing pauses, and the other way round. Answers with what goes on to the
 * first message that is found: at once, or when what was typed last has been searched for.
 */
export function useTypedSearch(inbox: Inbox): (action: FirstHitAction) => void {
  const { state, set, url, list } = inbox;
  const { search } = url;
  const typed = state.typed.trim();
  const settled = useSettled(typed, 250);
  const followed = useRef(search);
  const latest = useRef(inbox);
  useEffect(() => {
    latest.current = inbox;
  });
  const follow = (next: string) => {
    if (next === followed.current) return;
    followed.current = next;
    latest.current.move({ search: next }, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what has settled alone
  useEffect(() => follow(settled), [settled]);
  useEffect(() => {
    // The browser's back and forward change the address by themselves.
    if (search === followed.current) return;
    followed.current = search;
    set({ typed: search });
  }, [set, search]);

  const wanted = useRef<{ typed: string; action: FirstHitAction } | null>(null);
  const isFound = typed === search && !list.query.isPending && !list.query.isPlaceholderData;
  const [first] = list.ids;
  useEffect(() => {
    const next = wanted.current;
    if (next && next.typed !== typed) wanted.current = null;
    if (!next || next.typed !== typed || !isFound) return;
    wanted.current = null;
    goTo(latest.current, next.action, first);
  }, [typed, isFound, first]);
  return (action) => {
    if (isFound) return goTo(inbox, action, first);
    wanted.current = { typed, action };
    follow(typed);
  };
}

function goTo({ cursor, open }: Inbox, action: FirstHitAction, id: string | undefined): void {
  if (!id) return;
  if (action === "open") open(id);
  else cursor.focusRow(id);
}
