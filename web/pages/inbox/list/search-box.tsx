import type { KeyboardEvent } from "react";
import { searchLimit } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { searchElement } from "#web/pages/inbox/next-focus.ts";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import * as css from "./toolbar.css.ts";
import { useTypedSearch } from "./typed-search.ts";

/** Where one searches; the list follows what is typed. */
export function SearchBox() {
  const text = useText();
  const inbox = useInbox();
  const signs = useSignKeys();
  useTypedSearch(inbox);
  const { state, dispatch, cursor, list } = inbox;

  // The arrow down leads from the search to what it found.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    cursor.focusRow(list.ids[0]);
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
          maxLength={searchLimit}
          autoComplete="off"
          spellCheck={false}
          value={state.typed}
          aria-keyshortcuts={signs ? "/" : undefined}
          onChange={(event) => dispatch({ type: "searchTyped", typed: event.target.value })}
          onKeyDown={onKeyDown}
        />
      </label>
    </search>
  );
}
