import { Icon } from "#web/ui/icon.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./benefits.css.ts";
import { ChosenDrawing } from "./drawing.tsx";
import { Section, SectionHead, type SectionProps } from "./section.tsx";

/** Renders the benefits of a service, one a line. */
export function Benefits({ section, surface }: SectionProps<"benefits">) {
  const list = (
    <>
      <SectionHead title={section.title} text={section.text} />
      <ul className={`${css.lines} ${section.drawing ? css.narrow : ""}`}>
        {section.items.map((item) => (
          <li key={item._key} className={css.line}>
            <h3 className={css.name}>
              <span className={css.mark}>
                <Icon name="check" />
              </span>
              {item.title}
            </h3>
            {item.text && <Text tone="quiet">{item.text}</Text>}
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <Section anchor={section.anchor} surface={surface}>
      {section.drawing ? (
        <div className={css.pair}>
          <div className={css.drawing}>
            <ChosenDrawing name={section.drawing} />
          </div>
          <div>{list}</div>
        </div>
      ) : (
        list
      )}
    </Section>
  );
}
