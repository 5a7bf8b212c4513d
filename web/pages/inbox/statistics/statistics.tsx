import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SubmissionStats } from "#functions/contract/answers.schema.ts";
import { formatAge } from "#web/language/age.ts";
import { useFormatNumber, useLanguage, useText } from "#web/language/use-text.ts";
import { keys, useInboxApi } from "#web/pages/inbox/queries.ts";
import { choice, radio } from "#web/pages/inbox/shared/choice.css.ts";
import { useNow } from "#web/pages/inbox/shared/hooks.ts";
import { LoadFailure, LoadingRows } from "#web/pages/inbox/shared/notice.tsx";
import { Modal } from "#web/ui/dialog.tsx";
import { hidden } from "#web/ui/text.css.ts";
import { formatDuration, formatShortDay } from "./dates.ts";
import * as css from "./statistics.css.ts";

const spans = [7, 30, 90, 365];

/** Shows the numbers of messages by day, service and source, and the time until they were answered. */
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
    median_seconds_to_first_answer: median,
    p90_seconds_to_first_answer: p90,
    share_answered_within_hour: share,
    unanswered,
    oldest_unanswered_at: oldest,
  } = data;
  const now = useNow();
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const formatTime = (seconds: number | null) => (seconds === null ? "–" : formatDuration(seconds, language));
  const formatShare = (part: number | null) =>
    part === null ? "–" : formatNumber(part, { style: "percent" });
  const figures = [
    { name: text("inbox.statistics.messages"), figure: formatNumber(total) },
    { name: text("inbox.statistics.median"), figure: formatTime(median) },
    { name: text("inbox.statistics.p90"), figure: formatTime(p90) },
    { name: text("inbox.statistics.withinHour"), figure: formatShare(share) },
    {
      name: text("inbox.statistics.unanswered"),
      figure: formatNumber(unanswered),
      detail: oldest && text("inbox.statistics.oldest", { age: formatAge(oldest, now, language) }),
    },
  ];
  return (
    <>
      <dl className={css.figures}>
        {figures.map(({ name, figure, detail }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={css.figure}>{figure}</dd>
            {detail && <dd className={css.scale}>{detail}</dd>}
          </div>
        ))}
      </dl>
      <DayChart days={days} />
      <div className={css.halves}>
        <Shares
          title={text("inbox.field.service")}
          rows={services.map(({ service_type: name, count }) => ({
            name: text(name ? `contact.service.${name}` : "inbox.service.none"),
            count,
            answer: data.answers_by_service.find(({ service_type: answered }) => answered === name),
          }))}
          total={total}
        />
        <Shares
          title={text("inbox.field.source")}
          rows={sources.map(({ source: name, count }) => ({
            name: text(name ? `contact.source.${name}` : "inbox.field.absent"),
            count,
            answer: data.answers_by_source.find(({ source: answered }) => answered === name),
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
  rows: {
    name: string;
    count: number;
    /** The times until the first answer; undefined without an answer. */
    answer: Omit<SubmissionStats["answers_by_source"][number], "source" | "count"> | undefined;
  }[];
  total: number;
};

/** Shows the shares of a total, and the times until the first answer, in a table with a bar in every row. */
function Shares({ title, rows, total }: SharesProps) {
  const text = useText();
  const language = useLanguage();
  const formatNumber = useFormatNumber();
  const formatTime = (seconds: number | null | undefined) =>
    typeof seconds === "number" ? formatDuration(seconds, language) : "–";
  const formatShare = (part: number | null | undefined) =>
    typeof part === "number" ? formatNumber(part, { style: "percent" }) : "–";
  const maximum = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className={css.shares}>
      <caption className={hidden}>{title}</caption>
      <thead className={css.head}>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">
            <span className={hidden}>{text("inbox.statistics.messages")}</span>
          </th>
          <th scope="col">
            <span className={hidden}>{text("inbox.statistics.share")}</span>
          </th>
          <th scope="col">{text("inbox.statistics.medianShort")}</th>
          <th scope="col">{text("inbox.statistics.p90Short")}</th>
          <th scope="col">{text("inbox.statistics.withinHourShort")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, answer }) => (
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
            <td className={css.scale}>{formatTime(answer?.median_seconds_to_first_answer)}</td>
            <td className={css.scale}>{formatTime(answer?.p90_seconds_to_first_answer)}</td>
            <td className={css.scale}>{formatShare(answer?.share_answered_within_hour)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
