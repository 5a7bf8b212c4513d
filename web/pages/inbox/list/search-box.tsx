import { type KeyboardEvent, useEffect, useRef } from "react";
import { useFormatNumber, useText } from "#web/language/use-text.ts";
import { useCursor, useInboxState, useList, useNavigation } from "#web/pages/inbox/concerns.ts";
import { searchElementId } from "#web/pages/inbox/shared/focus.ts";
import { useLatest, useSettled } from "#web/pages/inbox/shared/hooks.ts";
import { InboxIcon, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { cutSearch } from "#web/pages/inbox/shared/url-state.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./toolbar.css.ts";

/**
 * Shows the search field. Arrow Down focuses the first result. Enter opens it, or focuses it on narrow screens. Escape
 * returns to the list and keeps the search.
 */
export function SearchBox() {
  const text = useText();
  const onePane = useOnePane();
  const { state, set } = useInboxState();
  const cursor = useCursor();
  const signs = useSignKeys();
  const goToFirst = useTypedSearch();

  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing || !["ArrowDown", "Enter", "Escape"].includes(key)) return;
    nativeEvent.preventDefault();
    // The browser would clear the field.
    if (key === "Escape") return cursor.focusList();
    // On a narrow screen the user sees the results before one of them opens.
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
          id={searchElementId}
          className={css.searchInput}
          type="search"
          placeholder={text("inbox.searchHint")}
          autoComplete="off"
          spellCheck={false}
          value={state.searchText}
          aria-keyshortcuts={signs ? "/" : undefined}
          onChange={(event) => set({ searchText: cutSearch(event.target.value) })}
          onKeyDown={onKeyDown}
        />
        <ResultCount />
      </label>
    </search>
  );
}

/** Shows the number of results. `Announcement` tells it to screen readers. */
function ResultCount() {
  const formatNumber = useFormatNumber();
  const { listSelection } = useNavigation();
  const list = useList();
  const { ids, query } = list;
  if (!listSelection.search || query.isPending || query.isPlaceholderData) return null;
  return (
    <span className={css.resultCount} aria-hidden="true">
      {`${formatNumber(ids.length)}${query.hasNextPage ? "+" : ""}`}
    </span>
  );
}

type FirstHitAction = "focus" | "open";

/**
 * Writes the typed text into the address once the user stops typing, and follows changes of the address. Returns a
 * function that focuses or opens the first result of the typed search, now or when it arrives.
 */
function useTypedSearch(): (action: FirstHitAction) => void {
  const { state, set } = useInboxState();
  const { url, move, open } = useNavigation();
  const list = useList();
  const cursor = useCursor();
  const { search } = url;
  const typedText = state.searchText.trim();
  const settledText = useSettled(typedText, 250);
  const followedSearch = useRef(search);
  /** Opens or focuses the first search result `id`, if there is one. */
  const goTo = (action: FirstHitAction, id: string | undefined) => {
    if (id && action === "open") open(id);
    else cursor.focusRow(id);
  };
  const latest = useLatest({ move, goTo });
  const follow = (nextSearch: string) => {
    if (nextSearch === followedSearch.current) return;
    followedSearch.current = nextSearch;
    latest.current.move({ search: nextSearch }, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a settled text changes the address
  useEffect(() => follow(settledText), [settledText]);
  useEffect(() => {
    // Only the browser's back and forward buttons change the search to a text that was not followed.
    if (search === followedSearch.current) return;
    followedSearch.current = search;
    set({ searchText: search });
  }, [set, search]);

  const pendingGoal = useRef<{ searchText: string; action: FirstHitAction } | null>(null);
  const isFound = typedText === search && !list.query.isPending && !list.query.isPlaceholderData;
  const [firstId] = list.ids;
  useEffect(() => {
    const goal = pendingGoal.current;
    if (goal && goal.searchText !== typedText) pendingGoal.current = null;
    if (!goal || goal.searchText !== typedText || !isFound) return;
    pendingGoal.current = null;
    latest.current.goTo(goal.action, firstId);
  }, [typedText, isFound, firstId, latest]);
  return (action) => {
    if (isFound) return goTo(action, firstId);
    pendingGoal.current = { searchText: typedText, action };
    follow(typedText);
  };
}
