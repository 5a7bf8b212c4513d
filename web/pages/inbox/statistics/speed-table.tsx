import { useIntl } from "react-intl";
import {
  rateVital,
  type VitalFigure,
  type VitalFigures,
  type VitalMetric,
  type VitalsReport,
} from "#functions/contract/web-vitals.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useText } from "#web/language/use-text.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import * as css from "./field-speed.css.ts";

/** The three that Google calls core, in their order. */
const columns = ["lcp", "inp", "cls"] as const satisfies VitalMetric[];

/** The figures of the whole site and of each page, each with how good it is. */
export function SpeedTable({ report }: { report: VitalsReport & { measures: true } }) {
  const text = useText();
  const labels = usePageLabels();
  return (
    <table className={css.table}>
      <caption className={css.caption}>{text("inbox.speed.caption", { days: report.days })}</caption>
      <thead>
        <tr>
          <th scope="col">{text("inbox.speed.page")}</th>
          {columns.map((metric) => (
            <th key={metric} scope="col">
              {text(`inbox.speed.${metric}`)} <abbr className={css.letters}>{metric.toUpperCase()}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row name={text("inbox.speed.overall")} figures={report.overall} />
        {report.pages.map(({ page, ...figures }) => (
          <Row key={page} name={labels.get(page) ?? page} figures={figures} />
        ))}
      </tbody>
    </table>
  );
}

/** What the pages are called that the menu and the end of every page lead to, by their names. */
function usePageLabels(): ReadonlyMap<string, string> {
  const { menu, footerPages, endPages } = useCopy().navigation;
  const inMenu = menu.flatMap((entry) => (entry._type === "menuGroup" ? entry.pages : entry.page));
  return new Map([...endPages, ...footerPages, ...inMenu].map(({ name, label }) => [name, label]));
}

function Row({ name, figures }: { name: string; figures: VitalFigures }) {
  const text = useText();
  return (
    <tr>
      <th scope="row">
        {name} <span className={css.samples}>{text("inbox.speed.count", { count: figures.visits })}</span>
      </th>
      {columns.map((metric) => (
        <td key={metric}>
          <Figure metric={metric} figure={figures.metrics[metric]} />
        </td>
      ))}
    </tr>
  );
}

function Figure({ metric, figure }: { metric: VitalMetric; figure: VitalFigure | undefined }) {
  const text = useText();
  const format = useFigureFormat();
  const { formatNumber } = useIntl();
  if (!figure) return <span className={css.absent}>{text("inbox.speed.unknown")}</span>;
  const rating = rateVital(metric, figure.p75);
  const percent = (part: number) => formatNumber(part, { style: "percent" });
  return (
    <div className={`${css.figure} ${css.rating[rating]}`}>
      <span className={css.value}>{format(metric, figure.p75)}</span>
      <span className={css.word}>{text(`inbox.speed.rating.${rating}`)}</span>
      <svg className={css.parts} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.part.good} width={figure.good * 100} height="4" />
        <rect
          className={css.part.needs_improvement}
          x={figure.good * 100}
          width={figure.needs_improvement * 100}
          height="4"
        />
        <rect className={css.part.poor} x={(1 - figure.poor) * 100} width={figure.poor * 100} height="4" />
      </svg>
      <VisuallyHidden>
        {text("inbox.speed.parts", {
          good: percent(figure.good),
          fair: percent(figure.needs_improvement),
          poor: percent(figure.poor),
        })}
      </VisuallyHidden>
    </div>
  );
}

/** A figure with its unit: seconds or milliseconds; the score of CLS has none. */
function useFigureFormat() {
  const { formatNumber } = useIntl();
  return (metric: VitalMetric, value: number): string => {
    if (metric === "cls") return formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const inSeconds = value >= 1_000;
    return formatNumber(inSeconds ? value / 1_000 : value, {
      ...{ style: "unit", unitDisplay: "short", maximumFractionDigits: 1 },
      unit: inSeconds ? "second" : "millisecond",
    });
  };
}
