import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { SubmissionStats } from "#functions/contract/submission.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { readStatistics } from "#web/api/submissions.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { keys, useInboxApi } from "#web/pages/inbox/queries.ts";
import { choice, radio } from "#web/pages/inbox/shared/choice.css.ts";
import { Notice, Waiting } from "#web/pages/inbox/shared/notice.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { DayChart, Shares } from "./charts.tsx";
import { formatDuration } from "./dates.ts";
import * as css from "./statistics.css.ts";

const spans = [7, 30, 90, 365];

/** The numbers of messages by day, service and source, and the time until they were read. */
export default function Statistics({ close }: { close: () => void }) {
  const text = useText();
  const { api } = useInboxApi();
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useQuery({
    queryKey: keys.statistics(days),
    queryFn: ({ signal }) => readStatistics(api, days, signal),
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
        <Notice
          title={text("inbox.statistics.failed")}
          detail={text(problemMessage(error))}
          action={{ label: text("inbox.retry"), run: () => refetch() }}
        />
      ) : (
        <Waiting label={text("inbox.loading")} />
      )}
    </Modal>
  );
}

function Figures({ data }: { data: SubmissionStats }) {
  const text = useText();
  const language = useLanguage();
  const { formatNumber } = useIntl();
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
          counted={text("inbox.statistics.messages")}
          rows={services.map(({ service_type: name, count }) => ({
            name: text(name ? `service.${name}` : "inbox.service.none"),
            count,
          }))}
          total={total}
        />
        <Shares
          title={text("inbox.field.source")}
          counted={text("inbox.statistics.messages")}
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
