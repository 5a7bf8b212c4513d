import { useText } from "#web/language/use-text.ts";
import * as css from "./new-messages.css.ts";

type NewcomersProps = { count: number; more: boolean; bringIn: () => void };

/** Says that messages came in, and brings them to the list when it is asked to. */
export function Newcomers({ count, more, bringIn }: NewcomersProps) {
  const text = useText();
  return (
    // The status is there before its first words: that is what makes them heard.
    <div role="status" className={css.place}>
      {count > 0 && (
        <button type="button" className={css.pill} onClick={bringIn}>
          {text(more ? "inbox.newcomers.more" : "inbox.newcomers", { count })}
        </button>
      )}
    </div>
  );
}
