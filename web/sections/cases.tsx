import { useText } from "#web/language/use-text.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./cases.css.ts";
import { Section, SectionHead, type SectionProps } from "./section.tsx";

/** Renders case studies: the figure first, then the problem and the solution. */
export default function Cases({ section, surface }: SectionProps<"cases">) {
  const text = useText();
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <div className={css.cases}>
        {section.items.map(({ _key, value, label, client, problem, done: solution, picture }) => (
          <article key={_key} className={css.entry}>
            <h3 className={css.figure}>
              <span className={css.value}>{value}</span> <span className={css.label}>{label}</span>
            </h3>
            <div className={css.details}>
              <Text weight="strong">{client}</Text>
              <dl className={css.story}>
                <div>
                  <dt className={css.term}>{text("cases.problem")}</dt>
                  <dd>{problem}</dd>
                </div>
                <div>
                  <dt className={css.term}>{text("cases.done")}</dt>
                  <dd>{solution}</dd>
                </div>
              </dl>
            </div>
            {picture && (
              <div className={css.picture}>
                <Picture
                  picture={picture}
                  sizes="(min-width: 60rem) 30vw, 90vw"
                  ratio="landscape"
                  petal="endEnd"
                />
              </div>
            )}
          </article>
        ))}
      </div>
    </Section>
  );
}
