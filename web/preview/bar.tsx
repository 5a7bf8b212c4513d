import { previewPaths } from "#functions/contract/preview.ts";
import type { PreviewMessages } from "./messages.ts";

type BarProps = {
  messages: PreviewMessages;
  /** The address to come back to. */
  path: string;
  /** Whether a section is left out, because something is missing in it. */
  isIncomplete: boolean;
  canShare: boolean;
  canLeave: boolean;
};

/** What a page of drafts has beside it: that it is one, the way out, and a link for a colleague. */
export function Bar({ messages, path, isIncomplete, canShare, canLeave }: BarProps) {
  return (
    <aside id="preview-bar" aria-label={messages["preview.label"]}>
      <p>
        <strong>{messages["preview.label"]}</strong> <span>{messages["preview.note"]}</span>
      </p>
      <p id="preview-note" role="status">
        {isIncomplete && messages["preview.incomplete"]}
      </p>
      {canShare && (
        <button
          type="button"
          id="preview-share"
          title={messages["preview.shareNote"]}
          data-shared={messages["preview.shared"]}
          data-failed={messages["preview.shareFailed"]}
        >
          {messages["preview.share"]}
        </button>
      )}
      {canLeave && (
        <a href={`${previewPaths.disable}?${new URLSearchParams({ path })}`}>{messages["preview.leave"]}</a>
      )}
    </aside>
  );
}
