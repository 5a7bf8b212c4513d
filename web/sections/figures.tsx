import * as css from "./quiet-lists.css.ts";
import { Screenshot, useScreenshot } from "./screenshot.tsx";
import { Actions, QuietHead, Section, type SectionProps } from "./section.tsx";

/** Renders figures in large type. On laptops a screenshot can be beside them. */
export function Figures({ section, surface }: SectionProps<"figures">) {
  const { anchor, title, text, items, action } = section;
  const screenshot = useScreenshot(section.screens);
  const content = (
    <>
      <QuietHead title={title} text={text} />
      <dl className={items.length > 6 ? `${css.figures} ${css.inRowsOfFour}` : css.figures}>
        {items.map(({ _key, value, label }) => (
          <div key={_key} className={css.figure}>
            <dt className={css.label}>{label}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
      {action && (
        <div className={css.action}>
          <Actions actions={[{ ...action, _key: "action" }]} />
        </div>
      )}
    </>
  );
  return (
    <Section anchor={anchor} surface={surface}>
      {screenshot ? (
        <div className={css.besideScreen}>
          <div>{content}</div>
          <Screenshot
            picture={screenshot.picture}
            sizes="(min-width: 76rem) 42rem, 55vw"
            className={css.screen}
          />
        </div>
      ) : (
        content
      )}
    </Section>
  );
}
