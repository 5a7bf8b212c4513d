import * as css from "./quiet-lists.css.ts";
import { QuietHead, Section, type SectionProps } from "./section.tsx";

/** Renders the company's figures in a row, in large type. */
export function Figures({ section, surface }: SectionProps<"figures">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <QuietHead title={section.title} text={section.text} />
      <dl className={css.figures}>
        {section.items.map(({ _key, value, label }) => (
          <div key={_key} className={css.figure}>
            <dt className={css.label}>{label}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
