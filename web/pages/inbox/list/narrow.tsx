import { useId, useState } from "react";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import type { Narrowing } from "#functions/contract/submission.schema.ts";
import {
  isNarrowingDay,
  pickProperties,
  propertyFilters,
  propertyNames,
} from "#functions/contract/submission.ts";
import { useFormatNumber, useText } from "#web/language/use-text.ts";
import { useList, useNavigation } from "#web/pages/inbox/concerns.ts";
import { choice, radio } from "#web/pages/inbox/shared/choice.css.ts";
import { searchElementId } from "#web/pages/inbox/shared/focus.ts";
import { useNow } from "#web/pages/inbox/shared/hooks.ts";
import { InboxIcon } from "#web/pages/inbox/shared/key-hints.tsx";
import { placeBelow } from "#web/pages/inbox/shared/layout.ts";
import {
  countNarrowings,
  noNarrowing,
  propertyTexts,
  toFirstDay,
} from "#web/pages/inbox/shared/narrowing.ts";
import { useAssignees } from "#web/pages/inbox/states/assignees.ts";
import { useNarrowingText } from "#web/pages/inbox/states/narrowing-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Select, TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import * as css from "./narrow.css.ts";

/** Removes the properties from a narrowing that have a control of their own. */
const toFormNarrowing = (narrowing: Narrowing): Narrowing => ({
  ...narrowing,
  ...pickProperties((name) => propertyTexts[name].label && narrowing[name]),
});

/** The narrowing that the form's button for no narrowing applies. */
const withoutFormNarrowing = (narrowing: Narrowing): Narrowing => ({
  ...noNarrowing,
  ...pickProperties((name) => (propertyTexts[name].label ? null : narrowing[name])),
});

/** Shows the button that opens the form of the narrowing, with the number of criteria that narrow the list. */
export function NarrowButton() {
  const text = useText();
  const formatNumber = useFormatNumber();
  const { listSelection } = useNavigation();
  const id = useId();
  const count = countNarrowings(toFormNarrowing(listSelection));
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

/** Edits the properties and the days of the narrowing. Every change applies at once. */
function NarrowForm() {
  const text = useText();
  const { listSelection, narrow } = useNavigation();
  const list = useList();
  const isNarrowed = countNarrowings(toFormNarrowing(listSelection)) > 0;
  const { others, toName } = useAssignees();
  const assignees = [{ id: "me", name: toName("me") }, { id: "none", name: toName(null) }, ...others];
  return (
    <div className={css.form}>
      {propertyNames.map((name) => {
        const { label, toName } = propertyTexts[name];
        return (
          label && (
            <Select
              key={name}
              label={text(label)}
              value={listSelection[name] ?? ""}
              onChange={({ target }) =>
                narrow(pickProperties((other) => (other === name ? target.value : listSelection[other])))
              }
            >
              <option value="">{text("inbox.narrow.any")}</option>
              {propertyFilters[name].map((value) => (
                <option key={value} value={value}>
                  {text(toName(value))}
                </option>
              ))}
            </Select>
          )
        );
      })}
      <Select
        label={text("inbox.field.assignee")}
        value={listSelection.assignee ?? ""}
        onChange={({ target }) => narrow({ assignee: target.value || undefined })}
      >
        <option value="">{text("inbox.narrow.any")}</option>
        {assignees.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Days />
      <div className={css.foot}>
        <p role="status" className={css.resultCount}>
          {list.total !== null && text("inbox.many", { count: list.total })}
        </p>
        <Button
          size="small"
          disabled={!isNarrowed}
          onClick={() => narrow(withoutFormNarrowing(listSelection))}
        >
          {text("inbox.narrow.clear")}
        </Button>
      </div>
    </div>
  );
}

/** Edits the days of the narrowing: the last days, or a range. */
function Days() {
  const text = useText();
  const { listSelection, narrow } = useNavigation();
  const { from, to } = listSelection;
  const today = toCompanyDay(new Date(useNow()));
  const presets = [
    { label: text("inbox.narrow.anyDay"), first: undefined },
    { label: text("inbox.narrow.today"), first: toFirstDay(1, today) },
    ...[7, 30].map((days) => ({
      label: text("inbox.narrow.lastDays", { days }),
      first: toFirstDay(days, today),
    })),
  ];
  return (
    <fieldset className={css.days}>
      <legend className={css.legend}>{text("inbox.narrow.days")}</legend>
      <div className={css.presets}>
        {presets.map(({ label, first: firstDay }) => (
          <label key={label} className={choice}>
            <input
              className={radio}
              type="radio"
              name="days"
              checked={firstDay === from && !to}
              onChange={() => narrow({ from: firstDay, to: undefined })}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <div className={css.span}>
        <Day
          label={text("inbox.narrow.from")}
          day={from}
          choose={(day) => narrow({ from: day, to: day && to && to < day ? undefined : to })}
        />
        <Day
          label={text("inbox.narrow.to")}
          day={to}
          choose={(day) => narrow({ to: day, from: day && from && from > day ? undefined : from })}
        />
      </div>
    </fieldset>
  );
}

type DayProps = { label: string; day: string | undefined; choose: (day: string | undefined) => void };

/** Edits a day. A date whose year is still incomplete, such as 0002, changes nothing. */
function Day({ label, day, choose }: DayProps) {
  const [typedDay, setTyped] = useState({ day, text: day ?? "" });
  if (typedDay.day !== day) setTyped({ day, text: day ?? "" });
  return (
    <TextField
      label={label}
      type="date"
      value={typedDay.text}
      onChange={({ target: { value } }) => {
        const nextDay = isNarrowingDay(value) ? value : value === "" ? undefined : day;
        setTyped({ day: nextDay, text: value });
        if (nextDay !== day) choose(nextDay);
      }}
    />
  );
}

/** Shows the properties and days that narrow the list, with a button that removes them. */
export function NarrowingBar() {
  const describeNarrowing = useNarrowingText();
  const text = useText();
  const { listSelection, narrow } = useNavigation();
  if (countNarrowings(toFormNarrowing(listSelection)) === 0) return null;
  return (
    <div className={css.narrowingBar}>
      <p className={css.narrowingText}>{describeNarrowing(toFormNarrowing(listSelection))}</p>
      <Tooltip label={text("inbox.narrow.clear")}>
        <Button
          tone="quiet"
          size="icon"
          aria-label={text("inbox.narrow.clear")}
          onClick={() => {
            narrow(withoutFormNarrowing(listSelection));
            // The button disappears with the narrowing.
            document.getElementById(searchElementId)?.focus();
          }}
        >
          <Icon name="close" />
        </Button>
      </Tooltip>
    </div>
  );
}
