import type { LocalizedSection } from "#cms/content/types.ts";
import { useText } from "#web/language/use-text.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./coverage.css.ts";
import { type SectionProps, SplitSection } from "./section.tsx";

/** Renders the opening hours and the cantons that the company serves, from the company facts. */
export default function Coverage({ section, surface }: SectionProps<"coverage">) {
  const text = useText();
  const { hours, areas } = section;
  return (
    <SplitSection section={section} surface={surface}>
      <div className={css.parts}>
        {hours.length > 0 && (
          <div className={css.part}>
            <Heading level={3}>{text("coverage.hours")}</Heading>
            <dl className={css.lines}>
              {hours.map((line) => (
                <HoursLine key={line._key} line={line} />
              ))}
            </dl>
            <Text size="small" tone="quiet">
              {text("coverage.zone")}
            </Text>
          </div>
        )}
        {areas.length > 0 && (
          <div className={css.part}>
            <Heading level={3}>{text("coverage.area")}</Heading>
            <dl className={css.lines}>
              {areas.map(({ province, cantons }) => (
                <div key={province} className={css.line}>
                  <dt className={css.term}>{province}</dt>
                  <dd>{cantons.join(", ")}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </SplitSection>
  );
}

type Hours = LocalizedSection<"coverage">["hours"][number];

/** Renders the opening hours of some days, on the clock of twelve hours. */
function HoursLine({ line: { days, opens, closes } }: { line: Hours }) {
  const text = useText();
  const names = days.map(({ first, last }) =>
    first === last
      ? text(`day.${first}`)
      : text("coverage.days", { first: text(`day.${first}`), last: text(`day.${last}`) }),
  );
  const toTwelveHours = (time: string) => {
    const [hour = 0, minutes = ""] = [Number(time.slice(0, 2)), time.slice(3)];
    return text(hour < 12 ? "coverage.am" : "coverage.pm", { time: `${hour % 12 || 12}:${minutes}` });
  };
  return (
    <div className={css.line}>
      <dt className={`${css.term} ${css.days}`}>{names.join(", ")}</dt>
      <dd>{text("coverage.times", { opens: toTwelveHours(opens), closes: toTwelveHours(closes) })}</dd>
    </div>
  );
}
