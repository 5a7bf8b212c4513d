import { useCopy } from "#web/content/copy-provider.tsx";
import { OrchidDrawing } from "#web/ui/drawing.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./hero.css.ts";
import { Actions, Lead, Price, Section, type SectionProps } from "./section.tsx";

/** Renders the minimum price of the page's service, and what it includes. */
function ServicePrice() {
  const { page } = useCopy();
  if (!page?.isService || !page.price) return null;
  return (
    <div>
      <Price price={page.price} />
      {page.priceIncludes && <Text tone="quiet">{page.priceIncludes}</Text>}
    </div>
  );
}

/**
 * Renders a headline beside the orchid, or beside a picture that reaches the window's edge. As the first section of a
 * page it has the h1 and the service's price.
 */
export function Hero({ section, surface, opens }: SectionProps<"hero">) {
  const { anchor, title, text, actions, picture } = section;
  const intro = (
    <>
      <Heading level={opens ? 1 : 2}>{title}</Heading>
      <Lead text={text} />
      <Actions actions={actions} />
      {opens && <ServicePrice />}
    </>
  );

  if (!picture) {
    return (
      <Section anchor={anchor} surface={surface}>
        <div className={css.bare}>
          <div className={css.bareIntro}>{intro}</div>
          <div className={css.flower}>
            <OrchidDrawing />
          </div>
        </div>
      </Section>
    );
  }
  return (
    <section className={css.hero} id={anchor ?? undefined}>
      <div className={css.intro}>{intro}</div>
      <div className={css.picture}>
        <Picture
          picture={picture}
          sizes="(min-width: 60rem) 54vw, 95vw"
          ratio="fill"
          petal="startEnd"
          first
        />
      </div>
    </section>
  );
}
