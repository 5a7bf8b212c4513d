import { Heading } from "#web/ui/text.tsx";
import { ChosenDrawing } from "./drawing.tsx";
import { Section, SectionHead, type SectionProps } from "./section.tsx";
import * as css from "./statements.css.ts";

/** Renders statements of the company, such as its mission and its vision, in large type. */
export function Statements({ section, surface }: SectionProps<"statements">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      {section.drawing && (
        <div className={css.drawing}>
          <ChosenDrawing name={section.drawing} />
        </div>
      )}
      <div className={css.statements}>
        {section.items.map(({ _key, title, text }) => (
          <div key={_key} className={css.statement}>
            <Heading level={3} size="label">
              {title}
            </Heading>
            {text && <p className={css.statementText}>{text}</p>}
          </div>
        ))}
      </div>
    </Section>
  );
}
