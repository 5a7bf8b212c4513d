import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import * as css from "./toolbar.css.ts";

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
