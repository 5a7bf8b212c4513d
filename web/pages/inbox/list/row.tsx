import { memo } from "react";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { Age } from "#web/pages/inbox/shared/age.tsx";
import { checkbox } from "#web/pages/inbox/shared/choice.css.ts";
import { standingOf, useReasons } from "#web/pages/inbox/shared/doubts.ts";
import { rowElement } from "#web/pages/inbox/shared/focus.ts";
import { Badge } from "#web/ui/badge.tsx";
import * as css from "./list.css.ts";

type RowProps = {
  submission: ScreenedSubmission;
  index: number;
  /** The length of the list, -1 while unknown. */
  size: number;
  /** In pixels from the start of the list. */
  top: number;
  href: string;
  now: number;
  isOpened: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  isLeaving: boolean;
};

// Two lines show no more.
const previewLength = 240;

/** A message in the list, as a link to itself. */
export const Row = memo(function Row(props: RowProps) {
  const { submission, index, size, top, href, now, isOpened, isSelected, isTabStop, isLeaving } = props;
  const text = useText();
  const { id, name, message, read, created_at: createdAt } = submission;
  const { service, reasons } = useAbout(submission);
  const tabIndex = isTabStop ? 0 : -1;

  return (
    <li
      ref={(element) => element?.style.setProperty("translate", `0 ${top}px`)}
      className={css.item}
      aria-setsize={size}
      aria-posinset={index + 1}
      data-row={id}
      data-selected={isSelected}
      data-opened={isOpened}
      data-leaving={isLeaving}
    >
      <label className={css.choose}>
        <input
          type="checkbox"
          className={checkbox}
          aria-label={text("inbox.select.one", { name })}
          checked={isSelected}
          tabIndex={tabIndex}
          // The list handles the events of its rows.
          readOnly
        />
      </label>
      <a
        id={rowElement(id)}
        className={css.row}
        href={href}
        tabIndex={tabIndex}
        aria-current={isOpened ? "true" : undefined}
        data-unread={!read}
      >
        <span className={css.heading}>
          <span className={css.sender}>
            <span className={css.name} dir="auto">
              {name}
            </span>
            {!read && <Badge tone="quiet">{text("inbox.new")}</Badge>}
            {!read && standingOf(submission) === "review" && (
              <Badge tone="caution">{text("inbox.review")}</Badge>
            )}
          </span>
          {service && <span className={css.service}>{service}</span>}
        </span>
        <Age className={css.age} createdAt={createdAt} now={now} />
        {reasons && <span className={css.reasons}>{reasons}</span>}
        <span className={css.preview} dir="auto">
          {message ? message.slice(0, previewLength) : text("inbox.noMessage")}
        </span>
      </a>
    </li>
  );
});

/** Returns the service of a message, or the reasons for which it is in spam. */
function useAbout({ service_type: service, spam, doubts }: ScreenedSubmission) {
  const text = useText();
  const reasons = useReasons();
  const standing = standingOf({ spam, doubts });
  if (spam && standing && standing !== "note") return { reasons: reasons(doubts) };
  return { service: text(service ? `service.${service}` : "inbox.service.none") };
}
