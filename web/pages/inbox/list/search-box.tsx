import type { KeyboardEvent } from "react";
import { useIntl } from "react-intl";
import { cutCharacters } from "#functions/contract/characters.ts";
import { searchLimit } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { searchElement } from "#web/pages/inbox/next-focus.ts";
import { useOnePane } from "#web/pages/inbox/one-pane.ts";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./toolbar.css.ts";
import { useTypedSearch } from "./typed-search.ts";

/** Where one searches; the list follows what is typed. The arrow down leads to what was found, Enter opens the first of it. */
export function SearchBox() {
  const text = useText();
  const inbox = useInbox();
  const signs = useSignKeys();
  const onePane = useOnePane();
  const goToFirst = useTypedSearch(inbox);
  const { state, dispatch } = inbox;

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
          onChange={(event) =>
            dispatch({ type: "searchTyped", typed: cutCharacters(event.target.value, searchLimit) })
          }
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
