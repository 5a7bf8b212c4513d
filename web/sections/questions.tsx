import { Icon } from "#web/ui/icon.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./questions.css.ts";
import { type SectionProps, SplitSection } from "./section.tsx";

/** Renders frequent questions. The shared `name` of the details elements keeps one answer open at a time. */
export function Questions({ section, surface }: SectionProps<"questions">) {
  return (
    <SplitSection section={section} surface={surface}>
      <div className={css.questions}>
        {section.items.map(({ _key, question, answer }) => (
          <details key={_key} className={css.entry} name={section._key}>
            <summary className={css.summary}>
              <h3 className={css.question}>{question}</h3>
              <span className={css.mark}>
                <Icon name="expand" />
              </span>
            </summary>
            <div className={css.answer}>
              <Text>{answer}</Text>
            </div>
          </details>
        ))}
      </div>
    </SplitSection>
  );
}
