import { useEffect, useRef, useState } from "react";
import { toProblemMessage } from "#web/api/problem-messages.ts";
import { exportSubmissions } from "#web/api/submissions.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useInboxApi } from "#web/pages/inbox/queries.ts";
import { InboxIcon } from "#web/pages/inbox/shared/icons.tsx";
import { useInbox } from "#web/pages/inbox/store.ts";
import { Button } from "#web/ui/button.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { useToast } from "#web/ui/toast.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { getFileName, receiveExport } from "./csv.ts";
import * as css from "./toolbar.css.ts";

/** Downloads the list as CSV, shows the progress and stops the download on request. */
export function ExportButton() {
  const { rawApi } = useInboxApi();
  const { listed } = useInbox();
  const text = useText();
  const language = useLanguage();
  const toast = useToast();
  const [records, setRecords] = useState<number | null>(null);
  const runningExport = useRef<AbortController>(null);
  useEffect(() => () => runningExport.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    runningExport.current = controller;
    setRecords(0);
    try {
      const answer = await exportSubmissions(rawApi, listed, language, controller.signal);
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
  const stop = () => runningExport.current?.abort();
  return (
    <Tooltip label={text(records === null ? "inbox.export" : "inbox.stop")}>
      <Button
        tone="quiet"
        size={records === null ? "icon" : "small"}
        aria-label={records === null ? text("inbox.export") : undefined}
        onClick={records === null ? start : stop}
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
