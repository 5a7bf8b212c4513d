import { useEffect, useRef, useState } from "react";
import { maxCountedHits, submissionFilters } from "#functions/contract/submission.ts";
import { toProblemMessage } from "#web/api/api-error.ts";
import { toSelectionQuery } from "#web/api/submissions.ts";
import { useFormatNumber, useLanguage, useText } from "#web/language/use-text.ts";
import { useInboxState, useList, useNavigation, useNewMessages } from "#web/pages/inbox/concerns.ts";
import { useInboxApi } from "#web/pages/inbox/queries.ts";
import { choice, radio } from "#web/pages/inbox/shared/choice.css.ts";
import { IconButton, InboxIcon, KeyTooltip, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { switchDensity, useDensity, useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { useSignOutQuestion } from "#web/session/sign-out-question.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { Heading } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { getFileName, receiveExport } from "./csv.ts";
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
  const formatNumber = useFormatNumber();
  const { url, listSelection, move, narrow } = useNavigation();
  const list = useList();
  const { counts } = list;
  // The edge counts the hits of a search up to a maximum, and ends a long search early.
  const formatCount = (count: number) => {
    if (listSelection.search && count > maxCountedHits) return `${formatNumber(maxCountedHits)}+`;
    if (!counts?.incomplete) return formatNumber(count);
    return count === 0 ? "…" : `${formatNumber(count)}+`;
  };
  return (
    <fieldset className={css.filter} aria-label={text("inbox.filter")}>
      {submissionFilters.map((name) => (
        <label key={name} className={choice}>
          <input
            className={radio}
            type="radio"
            name="filter"
            checked={name === url.filter}
            onChange={() => move({ filter: name, openedId: null })}
          />
          <span>{text(`inbox.filter.${name}`)}</span>
          <span className={css.count}>{counts && formatCount(counts[name])}</span>
        </label>
      ))}
      <label className={choice}>
        <input
          className={radio}
          type="checkbox"
          checked={listSelection.meeting !== undefined}
          onChange={({ target }) => narrow({ meeting: target.checked ? "requested" : undefined })}
        />
        <span>{text("inbox.filter.meetings")}</span>
      </label>
    </fieldset>
  );
}

function Tools({ showStatistics, signOut }: ToolbarProps) {
  const text = useText();
  const language = useLanguage();
  const onePane = useOnePane();
  const { set } = useInboxState();
  const { user } = useSession();
  const isCompact = useDensity() === "compact";
  const { requestSignOut, question } = useSignOutQuestion(signOut);
  return (
    <div className={css.tools}>
      <OldestUnanswered />
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
          onClick={() => set({ areKeysShown: true })}
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
        onClick={requestSignOut}
      />
      {question}
    </div>
  );
}

/** Shows the button that opens the oldest unanswered message, with the number of unanswered ones. */
function OldestUnanswered() {
  const text = useText();
  const formatNumber = useFormatNumber();
  const { openOldestUnanswered } = useNavigation();
  const { unanswered } = useList();
  const areSignKeysOn = useSignKeys();
  if (!unanswered) return null;
  return (
    <KeyTooltip label={text("inbox.oldest")} sign="F">
      <Button
        tone="quiet"
        size="icon"
        aria-label={text("inbox.oldest.count", { count: unanswered })}
        aria-keyshortcuts={areSignKeysOn ? "f" : undefined}
        onClick={openOldestUnanswered}
      >
        <span className={css.oldest}>
          <InboxIcon name="reply" />
          <span className={css.oldestCount}>
            {unanswered > maxCountedHits ? `${formatNumber(maxCountedHits)}+` : formatNumber(unanswered)}
          </span>
        </span>
      </Button>
    </KeyTooltip>
  );
}

/**
 * Announces new messages, and adds them to the list on request. With `hasMore`, later pages may have new
 * messages too, so the text says "more than" and a click reloads the list.
 */
function NewMessages() {
  const text = useText();
  const { heldMessages, hasMore, show } = useNewMessages();
  const count = heldMessages.length;
  return (
    // Screen readers announce a text only in a status element that exists before the text.
    <div role="status" className={css.news}>
      {count > 0 && (
        <button type="button" className={css.newsButton} onClick={show}>
          {text(hasMore ? "inbox.newMessages.more" : "inbox.newMessages", { count })}
        </button>
      )}
    </div>
  );
}

/** Downloads the list as CSV, shows the progress and stops the download on request. */
function ExportButton() {
  const { rawApi } = useInboxApi();
  const text = useText();
  const language = useLanguage();
  const { listSelection } = useNavigation();
  const toast = useToast();
  const [records, setRecords] = useState<number | null>(null);
  const runningExport = useRef<AbortController>(null);
  useEffect(() => () => runningExport.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    runningExport.current = controller;
    setRecords(0);
    try {
      const query = { ...toSelectionQuery(listSelection), lang: language };
      const headers = { Accept: "text/csv, application/problem+json" };
      const { signal } = controller;
      const answer = await rawApi("/api/submissions/export.csv", { query, headers, signal });
      let reportedAt = 0;
      const file = await receiveExport(answer, (count) => {
        if (performance.now() - reportedAt < 200) return;
        reportedAt = performance.now();
        setRecords(count);
      });
      saveFile(file, getFileName(answer, "mensajes.csv"));
      toast({ about: "export", title: text("inbox.export.done"), tone: "success" });
    } catch (error) {
      if (!controller.signal.aborted) {
        toast({
          about: "export",
          title: text("inbox.export.failed"),
          description: text(toProblemMessage(error)),
          tone: "critical",
        });
      }
    }
    setRecords(null);
  };

  // Both states use the same button, which keeps the focus.
  return (
    <Tooltip label={text(records === null ? "inbox.export" : "inbox.stop")}>
      <Button
        tone="quiet"
        size={records === null ? "icon" : "small"}
        aria-label={records === null ? text("inbox.export") : undefined}
        onClick={records === null ? start : () => runningExport.current?.abort()}
      >
        {records === null ? (
          <InboxIcon name="download" />
        ) : (
          <>
            <progress className={css.exporting} aria-label={text("inbox.export.running")} />
            <span>{`${text("inbox.many", { count: records })} · ${text("inbox.stop")}`}</span>
          </>
        )}
      </Button>
    </Tooltip>
  );
}
