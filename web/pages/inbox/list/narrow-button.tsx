import { type ToggleEvent, useId, useRef } from "react";
import { useIntl } from "react-intl";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { countNarrowings } from "#web/pages/inbox/narrowing.ts";
import * as css from "./narrow.css.ts";
import { NarrowForm } from "./narrow-form.tsx";

const distance = 8;

/** What the list is narrowed to is chosen behind this button: below it, at the lower edge of a phone. */
export function NarrowButton() {
  const text = useText();
  const { formatNumber } = useIntl();
  const { listed } = useInbox();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const count = countNarrowings(listed);
  // Where it is to be seen; on a phone its style says where, whatever is written here.
  const place = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    const around = button.current?.getBoundingClientRect();
    if (newState !== "open" || !around) return;
    currentTarget.style.setProperty("--top", `${around.bottom + distance}px`);
    currentTarget.style.setProperty("--left", `${around.left}px`);
  };
  return (
    <>
      <button ref={button} type="button" className={css.button} data-active={count > 0} popoverTarget={id}>
        <InboxIcon name="filter" />
        <span className={css.label}>{text("inbox.narrow")}</span>
        {count > 0 && <span className={css.count}>{formatNumber(count)}</span>}
      </button>
      <div id={id} className={css.panel} popover="auto" onBeforeToggle={place}>
        <NarrowForm />
      </div>
    </>
  );
}
