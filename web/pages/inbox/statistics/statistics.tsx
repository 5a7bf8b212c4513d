import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SubmissionStats } from "#functions/contract/answers.schema.ts";
import { useFormatNumber, useLanguage, useText } from "#web/language/use-text.ts";
import { keys, useInboxApi } from "#web/pages/inbox/queries.ts";
import { choice, radio } from "#web/pages/inbox/shared/choice.css.ts";
import { LoadFailure, LoadingRows } from "#web/pages/inbox/shared/notice.tsx";
import { Modal } from "#web/ui/dialog.tsx";
import { hidden } from "#web/ui/text.css.ts";
import { formatDuration, formatShortDay } from "./dates.ts";
import * as css from "./statistics.css.ts";

const spans = [7, 30, 90, 365];

/** Shows the numbers of messages by day, service and source, and the time until they were read. */
export default function Statistics({ close }: { close: () => void }) {
  const text = useText();
  const { api } = useInboxApi();
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useQuery({
    queryKey: keys.statistics(days),
    queryFn: ({ signal }) => api<SubmissionStats>("/api/submissions/stats", { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal title={text("inbox.statistics")} closeLabel={text("inbox.close")} onClose={close} size="wide">
      <fieldset className={css.spans} aria-label={text("inbox.statistics.span")}>
        {spans.map((span) => (
          <label key={span} className={choice}>
            <input
              className={radio}
              type="radio"
              name="span"
              checked={span === days}
              onChange={() => setDays(span)}
            />
            <span>{text("inbox.statistics.days", { days: span })}</span>
          </label>
        ))}
      </fieldset>
      {data ? (
        <Figures data={data} />
      ) : error ? (
        <LoadFailure title={text("inbox.statistics.failed")} error={error} retry={refetch} />
      ) : (
        <LoadingRows label={text("inbox.loading")} />
      )}
    </Modal>
  );
}

function Figures({ data }: { data: SubmissionStats }) {
  const text = useText();
  const language = useLanguage();
  const formatNumber = useFormatNumber();
  const {
    by_day: days,
    by_service: services,
    by_source: sources,
    median_seconds_to_first_read: median,
  } = data;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <dl className={css.figures}>
        <div>
          <dt>{text("inbox.statistics.messages")}</dt>
          <dd className={css.figure}>{formatNumber(total)}</dd>
        </div>
        <div>
          <dt>{text("inbox.statistics.median")}</dt>
          <dd className={css.figure}>
            {median === null ? text("inbox.statistics.noMedian") : formatDuration(median, language)}
          </dd>
        </div>
      </dl>
      <DayChart days={days} />
      <div className={css.halves}>
        <Shares
          title={text("inbox.field.service")}
          rows={services.map(({ service_type: name, count }) => ({
            name: text(name ? `contact.service.${name}` : "inbox.service.none"),
            count,
          }))}
          total={total}
        />
        <Shares
          title={text("inbox.field.source")}
          rows={sources.map(({ source: name, count }) => ({
            name: text(name ? `contact.source.${name}` : "inbox.field.absent"),
            count,
          }))}
          total={total}
        />
      </div>
    </>
  );
}

const height = 100;

/** Shows the messages by day as bars, with the same figures in a table. */
function DayChart({ days }: { days: SubmissionStats["by_day"] }) {
  const text = useText();
  const language = useLanguage();
  const formatNumber = useFormatNumber();
  const maximum = Math.max(1, ...days.map(({ count }) => count));
  const busiestDay = days.find(({ count }) => count === maximum);
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  const gap = days.length > 120 ? 0 : 0.25;
  return (
    <figure className={css.chart}>
      <figcaption className={css.caption}>
        <span>{text("inbox.statistics.byDay")}</span>
        <span className={css.scale}>{text("inbox.statistics.most", { count: maximum })}</span>
      </figcaption>
      <svg
        className={css.bars}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text("inbox.statistics.summary", {
          days: days.length,
          most: maximum,
          day: busiestDay ? formatShortDay(busiestDay.day, language) : "",
        })}
      >
        {days.map(({ day, count }, index) => (
          <rect
            key={day}
            x={index + gap / 2}
            width={1 - gap}
            y={height - (count / maximum) * height}
            height={(count / maximum) * height}
          >
            <title>{`${formatShortDay(day, language)}: ${formatNumber(count)}`}</title>
          </rect>
        ))}
      </svg>
      <p className={css.axis} aria-hidden="true">
        <span>{firstDay && formatShortDay(firstDay.day, language)}</span>
        <span>{lastDay && formatShortDay(lastDay.day, language)}</span>
      </p>
      <DayTable days={days} />
    </figure>
  );
}

function DayTable({ days }: { days: SubmissionStats["by_day"] }) {
  const text = useText();
  const language = useLanguage();
  const formatNumber = useFormatNumber();
  return (
    <details className={css.behind}>
      <summary>{text("inbox.statistics.table")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable area */}
      <section className={css.scrolls} tabIndex={0} aria-label={text("inbox.statistics.byDay")}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{text("inbox.statistics.day")}</th>
              <th scope="col">{text("inbox.statistics.messages")}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{formatShortDay(day, language)}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

type SharesProps = {
  title: string;
  rows: { name: string; count: number }[];
  total: number;
};

/** Shows the shares of a total in a table with a bar in every row. */
function Shares({ title, rows, total }: SharesProps) {
  const text = useText();
  const formatNumber = useFormatNumber();
  const maximum = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className={css.shares}>
      <caption className={css.caption}>{title}</caption>
      <thead className={hidden}>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{text("inbox.statistics.messages")}</th>
          <th scope="col">{text("inbox.statistics.share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row" className={css.shareName}>
              <span>{name}</span>
              <svg className={css.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(count / maximum) * 100} height="4" />
              </svg>
            </th>
            <td>{formatNumber(count)}</td>
            <td className={css.scale}>
              {formatNumber(total === 0 ? 0 : count / total, { style: "percent" })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
