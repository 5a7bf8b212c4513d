import { type ComponentType, useRef, useState } from "react";
import { noAnswer } from "#web/api/client.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { useText } from "#web/language/use-text.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import { useToast } from "#web/ui/toast.tsx";

const loadPanel = () => import("./statistics.tsx");

/** The panel with the statistics, whose code is loaded when it is opened; where that fails, a toast says so. */
export function useStatistics(dispatch: InboxStore["dispatch"]) {
  const text = useText();
  const toast = useToast();
  const [Panel, setPanel] = useState<ComponentType<{ close: () => void }> | null>(null);
  const hideFailure = useRef(() => {});
  const open = () =>
    loadPanel().then(
      (loaded) => {
        hideFailure.current();
        setPanel(() => loaded.default);
        dispatch({ type: "dialogOpened", dialog: "statistics" });
      },
      () => {
        hideFailure.current = toast({
          title: text("inbox.statistics.failed"),
          description: text(problemMessage(noAnswer())),
          tone: "critical",
        });
      },
    );
  return { Panel, open };
}
