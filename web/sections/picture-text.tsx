import { Stack } from "#web/ui/layout.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./picture-text.css.ts";
import { ItemList, Section, type SectionProps } from "./section.tsx";

/** Renders a large picture beside text. The side alternates with the number of such sections before it (`earlier`). */
export function PictureText({ section, surface, earlier }: SectionProps<"pictureText">) {
  const { anchor, title, text, picture, items } = section;
  const side = earlier % 2 === 0 ? "start" : "end";
  return (
    <Section anchor={anchor} surface={surface}>
      <div className={css.pair[side]}>
        <div className={css.picture[side]}>
          <Picture
            picture={picture}
            sizes="(min-width: 76rem) 42rem, (min-width: 60rem) 54vw, 90vw"
            ratio="landscape"
            petal={side === "start" ? "endEnd" : "startEnd"}
          />
        </div>
        <Stack space="medium">
          <Heading level={2}>{title}</Heading>
          {text && <Text tone="quiet">{text}</Text>}
          {items.length > 0 && <ItemList items={items} listClass={css.items} itemClass={css.item} />}
        </Stack>
      </div>
    </Section>
  );
}
