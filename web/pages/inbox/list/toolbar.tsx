import { useIntl } from "react-intl";
import { submissionFilters } from "#functions/contract/submission.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { choice, radio } from "#web/pages/inbox/shared/choice.css.ts";
import { InboxIcon, type InboxIconName } from "#web/pages/inbox/shared/icons.tsx";
import { KeyTooltip, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { switchDensity, useDensity, useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { useInbox } from "#web/pages/inbox/store.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Heading } from "#web/ui/text.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { ExportButton } from "./export-button.tsx";
import { NarrowButton } from "./narrow.tsx";
import { SearchBox } from "./search-box.tsx";
import { SelectLoaded } from "./selection-bar.tsx";
import * as css from "./toolbar.css.ts";

type ToolbarProps = { showStatistics: () => void; signOut: () => void };

/** Above the inbox: the search, the filters with how many each lets through, and what is not about one message. */
export function Toolbar(props: ToolbarProps) {
  const text = useText();
  const onePane = useOnePane();
  return (
    <div className={css.toolbar}>
      <div className={css.title}>
        <Heading level={1} size="title">
          {text("inbox.title")}
        </Heading>
      </div>
      {!onePane && <SelectLoaded />}
      <div className={css.find}>
        <SearchBox />
        <NarrowButton />
      </div>
      <Filters />
      <NewMessages />
      <Tools {...props} />
    </div>
  );
}

function Filters() {
  const text = useText();
  const { formatNumber } = useIntl();
  const { url, move, list } = useInbox();
  const { counts } = list;
  return (
    <fieldset className={css.filter} aria-label={text("inbox.filter")}>
      {submissionFilters.map((name) => (
        <label key={name} className={choice}>
          <input
            className={radio}
            type="radio"
            name="filter"
            checked={name === url.filter}
            onChange={() => move({ filter: name, opened: null })}
          />
          <span>{text(`inbox.filter.${name}`)}</span>
          <span className={css.count}>{counts && formatNumber(counts[name])}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Tools({ showStatistics, signOut }: ToolbarProps) {
  const text = useText();
  const language = useLanguage();
  const { user } = useSession();
  const signs = useSignKeys();
  const onePane = useOnePane();
  const { dispatch } = useInbox();
  return (
    <div className={css.tools}>
      <DensityTool />
      <ExportButton />
      <Tooltip label={text("inbox.statistics")}>
        <Tool label={text("inbox.statistics")} icon="chart" run={showStatistics} />
      </Tooltip>
      {/* Where there is no room for both panes there is seldom a keyboard, and no room for its list. */}
      {!onePane && (
        <KeyTooltip label={text("inbox.keys")} sign="?">
          <Tool
            label={text("inbox.keys")}
            icon="keyboard"
            keys={signs ? "?" : undefined}
            run={() => dispatch({ type: "dialogOpened", dialog: "keys" })}
          />
        </KeyTooltip>
      )}
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
        <Tool label={text("inbox.signOut")} icon="leave" run={signOut} />
      </Tooltip>
    </div>
  );
}

/** The choice between more of each message and more messages, where there is one. */
function DensityTool() {
  const text = useText();
  const signs = useSignKeys();
  const isCompact = useDensity() === "compact";
  if (useOnePane()) return null;
  return (
    <KeyTooltip label={text("inbox.compact")} sign="D">
      <Button
        tone="quiet"
        size="icon"
        aria-label={text("inbox.compact")}
        aria-pressed={isCompact}
        aria-keyshortcuts={signs ? "d" : undefined}
        onClick={switchDensity}
      >
        <InboxIcon name={isCompact ? "comfortable" : "compact"} />
      </Button>
    </KeyTooltip>
  );
}

type ToolProps = { label: string; icon: InboxIconName; keys?: string | undefined; run: () => void };

function Tool({ label, icon, keys, run }: ToolProps) {
  return (
    <Button tone="quiet" size="icon" aria-label={label} aria-keyshortcuts={keys} onClick={run}>
      <InboxIcon name={icon} />
    </Button>
  );
}

/** Says that messages came in, and brings them to the list when it is asked to. */
export function NewMessages() {
  const text = useText();
  const { newMessages, showNewMessages } = useInbox();
  const { waiting, more } = newMessages;
  const count = waiting.length;
  return (
    // The status is there before its first words: that is what makes them heard.
    <div role="status" className={css.news}>
      {count > 0 && (
        <button type="button" className={css.newsButton} onClick={showNewMessages}>
          {text(more ? "inbox.newMessages.more" : "inbox.newMessages", { count })}
        </button>
      )}
    </div>
  );
}
