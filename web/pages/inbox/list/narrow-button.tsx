import { useId } from "react";
import { useIntl } from "react-intl";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { countNarrowings } from "#web/pages/inbox/narrowing.ts";
import { placeBelow } from "#web/pages/inbox/place-below.ts";
import * as css from "./narrow.css.ts";
import { NarrowForm } from "./narrow-form.tsx";

/** What the list is narrowed to is chosen behind this button: below it, at the lower edge of a phone. */
export function NarrowButton() {
  const text = useText();
  const { formatNumber } = useIntl();
  const { listed } = useInbox();
  const id = useId();
  const count = countNarrowings(listed);
  return (
    <>
      <button type="button" className={css.button} data-active={count > 0} popoverTarget={id}>
        <InboxIcon name="filter" />
        <span className={css.label}>{text("inbox.narrow")}</span>
        {count > 0 && <span className={css.count}>{formatNumber(count)}</span>}
      </button>
      <div id={id} className={css.panel} popover="auto" onBeforeToggle={placeBelow}>
        <NarrowForm />
      </div>
    </>
  );
}
