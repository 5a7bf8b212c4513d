import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type VitalDevice, type VitalsReport, vitalDevices } from "#functions/contract/web-vitals.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { readVitals } from "#web/api/vitals.ts";
import { useText } from "#web/language/use-text.ts";
import { Notice, Waiting } from "#web/pages/inbox/notice.tsx";
import { keys } from "#web/pages/inbox/queries.ts";
import { useInboxApi } from "#web/pages/inbox/request-errors.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./field-speed.css.ts";
import { Shares } from "./shares.tsx";
import { SpeedTable } from "./speed-table.tsx";
import { span as choice, spans as choices, radio } from "./statistics.css.ts";

/** How fast the site was for who read it, as their browsers have measured it. */
export function FieldSpeed({ days }: { days: number }) {
  const text = useText();
  const { api } = useInboxApi();
  const id = useId();
  const [device, setDevice] = useState<VitalDevice | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keys.vitals(days, device),
    queryFn: ({ signal }) => readVitals(api, { days, device }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={css.speed} aria-labelledby={id}>
      <Heading level={3} id={id}>
        {text("inbox.speed")}
      </Heading>
      {data?.measures && (
        <>
          <Text tone="quiet">{text("inbox.speed.explained")}</Text>
          <fieldset className={choices} aria-label={text("inbox.speed.device")}>
            {[null, ...vitalDevices].map((each) => (
              <label key={each ?? "all"} className={choice}>
                <input
                  className={radio}
                  type="radio"
                  name="device"
                  checked={each === device}
                  onChange={() => setDevice(each)}
                />
                <span>{text(`inbox.speed.device.${each ?? "all"}`)}</span>
              </label>
            ))}
          </fieldset>
        </>
      )}
      {data ? (
        <Report report={data} />
      ) : error ? (
        <Notice
          title={text("inbox.speed.failed")}
          detail={text(problemMessage(error))}
          action={{ label: text("inbox.retry"), run: () => refetch() }}
        />
      ) : (
        <Waiting label={text("inbox.loading")} />
      )}
    </section>
  );
}

function Report({ report }: { report: VitalsReport }) {
  const text = useText();
  if (!report.measures) return <Text tone="quiet">{text("inbox.speed.off")}</Text>;
  const { overall, navigations } = report;
  if (overall.visits === 0) return <Text tone="quiet">{text("inbox.speed.none")}</Text>;
  return (
    <>
      <SpeedTable report={report} />
      <Shares
        title={text("inbox.speed.navigation")}
        counted={text("inbox.speed.visits")}
        rows={navigations.map(({ navigation, visits }) => ({
          name: text(`inbox.speed.navigation.${navigation}`),
          count: visits,
        }))}
        total={overall.visits}
      />
    </>
  );
}
