import type { KeyboardEvent } from "react";
import { useIntl } from "react-intl";
import type { SubmissionCounts, SubmissionFilter } from "#functions/contract/submission.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { KeyTooltip } from "#web/pages/inbox/key-tooltip.tsx";
import { searchElement } from "#web/pages/inbox/next-focus.ts";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { inboxFilters } from "#web/pages/inbox/url-state.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Heading } from "#web/ui/text.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { ExportButton } from "./export-button.tsx";
import * as css from "./toolbar.css.ts";

type ToolbarProps = {
  filter: SubmissionFilter;
  /** Absent until they are known. */
  counts: SubmissionCounts | undefined;
  /** What is being written, and what is searched for. */
  typed: string;
  search: string;
  onFilter: (filter: SubmissionFilter) => void;
  onSearch: (search: string) => void;
  /** The arrow down leads from the search to what it found. */
  onLeaveSearch: () => void;
  showKeys: () => void;
  showStatistics: () => void;
  signOut: () => void;
};

export function Toolbar({
  filter,
  counts,
  typed,
  search,
  onFilter,
  onSearch,
  onLeaveSearch,
  showKeys,
  showStatistics,
  signOut,
}: ToolbarProps) {
  const text = useText();
  const { formatNumber } = useIntl();
  const language = useLanguage();
  const { user } = useSession();
  const signs = useSignKeys();

  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      onLeaveSearch();
    }
  };

  return (
    <div className={css.toolbar}>
      <div className={css.title}>
        <Heading level={1} size="title">
          {text("inbox.title")}
        </Heading>
      </div>
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
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            aria-keyshortcuts={signs ? "/" : undefined}
            onChange={(event) => onSearch(event.target.value)}
            onKeyDown={onSearchKey}
          />
        </label>
      </search>
      <fieldset className={css.filter} aria-label={text("inbox.filter")}>
        {inboxFilters.map((name) => (
          <label key={name} className={css.choice}>
            <input
              className={css.radio}
              type="radio"
              name="filter"
              checked={name === filter}
              onChange={() => onFilter(name)}
            />
            {text(`inbox.filter.${name}`)}
            <span className={css.count}>{counts && formatNumber(counts[name])}</span>
          </label>
        ))}
      </fieldset>
      <div className={css.tools}>
        <ExportButton filter={filter} search={search} />
        <Tooltip label={text("inbox.statistics")}>
          <Button tone="quiet" size="icon" aria-label={text("inbox.statistics")} onClick={showStatistics}>
            <InboxIcon name="chart" />
          </Button>
        </Tooltip>
        <KeyTooltip label={text("inbox.keys")} sign="?">
          <Button
            tone="quiet"
            size="icon"
            aria-label={text("inbox.keys")}
            aria-keyshortcuts={signs ? "?" : undefined}
            onClick={showKeys}
          >
            <InboxIcon name="keyboard" />
          </Button>
        </KeyTooltip>
        <Tooltip label={text("inbox.account")}>
          <LinkButton
            tone="quiet"
            size="icon"
            aria-label={text("inbox.account")}
            href={accountAddress(language)}
          >
            <InboxIcon name="account" />
          </LinkButton>
        </Tooltip>
        <Tooltip label={`${text("inbox.signOut")}: ${user?.email ?? ""}`}>
          <Button tone="quiet" size="icon" aria-label={text("inbox.signOut")} onClick={signOut}>
            <InboxIcon name="leave" />
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}
