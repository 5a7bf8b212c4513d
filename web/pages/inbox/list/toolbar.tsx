import { useIntl } from "react-intl";
import { submissionFilters } from "#functions/contract/submission.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { choice, radio } from "#web/pages/inbox/shared/choice.css.ts";
import { InboxIcon } from "#web/pages/inbox/shared/icons.tsx";
import { IconButton } from "#web/pages/inbox/shared/key-hints.tsx";
import { switchDensity, useDensity, useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { useInbox } from "#web/pages/inbox/store.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Heading } from "#web/ui/text.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { ExportButton } from "./export-button.tsx";
import { NarrowButton } from "./narrow.tsx";
import { SearchBox } from "./search-box.tsx";
import { SelectLoaded } from "./selection-bar.tsx";
import * as css from "./toolbar.css.ts";

type ToolbarProps = { showStatistics: () => void; signOut: () => void };

/** Shows the search, the folders with their counts, and the tools of the whole inbox. */
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
  const onePane = useOnePane();
  const isCompact = useDensity() === "compact";
  const { dispatch } = useInbox();
  return (
    <div className={css.tools}>
      {!onePane && (
        <IconButton
          label={text("inbox.compact")}
          icon={isCompact ? "comfortable" : "compact"}
          sign="D"
          keys="d"
          aria-pressed={isCompact}
          onClick={switchDensity}
        />
      )}
      <ExportButton />
      <IconButton label={text("inbox.statistics")} icon="chart" onClick={showStatistics} />
      {/* A narrow screen seldom has a keyboard, and no room for the list of keys. */}
      {!onePane && (
        <IconButton
          label={text("inbox.keys")}
          icon="keyboard"
          sign="?"
          keys="?"
          onClick={() => dispatch({ type: "dialogOpened", dialog: "keys" })}
        />
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
      <IconButton
        label={text("inbox.signOut")}
        tooltip={`${text("inbox.signOut")}: ${user?.email ?? ""}`}
        icon="leave"
        onClick={signOut}
      />
    </div>
  );
}

/** Announces new messages, and adds them to the list on request. */
function NewMessages() {
  const text = useText();
  const { newMessages, showNewMessages } = useInbox();
  const { waiting, more } = newMessages;
  const count = waiting.length;
  return (
    // Screen readers announce a text only in a status element that exists before the text.
    <div role="status" className={css.news}>
      {count > 0 && (
        <button type="button" className={css.newsButton} onClick={showNewMessages}>
          {text(more ? "inbox.newMessages.more" : "inbox.newMessages", { count })}
        </button>
      )}
    </div>
  );
}
