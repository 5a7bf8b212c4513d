import type { MouseEvent } from "react";
import type { Submission } from "#functions/contract/submission.ts";
import { formatAge } from "#web/language/age.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { formatMoment } from "./dates.ts";
import { rowElement } from "./focus.ts";
import * as css from "./list.css.ts";
import { type Place, writePlace } from "./place.ts";

type RowProps = {
  submission: Submission;
  place: Place;
  now: number;
  leaving: boolean;
  isTabStop: boolean;
  open: (id: string) => void;
  onFocus: (id: string) => void;
};

// More than two lines of it are never seen.
const previewLength = 280;

/** A message in the list: who, about what, how it begins and how old it is. It is a link to itself. */
export function Row({ submission, place, now, leaving, isTabStop, open, onFocus }: RowProps) {
  const text = useText();
  const language = useLanguage();
  const { id, name, service_type: service, message, read, created_at: createdAt } = submission;

  const onClick = (event: MouseEvent) => {
    // In a new tab or window, if that is what was asked for.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(id);
  };

  return (
    <li className={css.item} data-leaving={leaving}>
      <a
        id={rowElement(id)}
        className={css.row}
        href={writePlace({ ...place, opened: id })}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={place.opened === id ? "true" : undefined}
        data-row={id}
        data-unread={!read}
        onClick={onClick}
        onFocus={() => onFocus(id)}
      >
        <span className={css.sender}>
          <span className={css.name}>{name}</span>
          {!read && <Badge>{text("inbox.new")}</Badge>}
        </span>
        <Tooltip label={formatMoment(createdAt, language)}>
          <time className={css.age} dateTime={createdAt}>
            {formatAge(createdAt, now, language)}
          </time>
        </Tooltip>
        <span className={css.service}>{text(service ? `service.${service}` : "inbox.service.none")}</span>
        <span className={css.preview}>
          {message ? message.slice(0, previewLength) : text("inbox.noMessage")}
        </span>
      </a>
    </li>
  );
}
