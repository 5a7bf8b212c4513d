import type { ReactNode } from "react";
import type { Localized } from "#cms/content/languages.ts";
import { locales } from "#cms/content/site.ts";
import type { Action, LocalizedSection, SectionType } from "#cms/content/types.ts";
import { useHref } from "#web/content/use-href.ts";
import { getFormatter } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { surface as surfaces } from "#web/ui/layout.css.ts";
import { Column, Container, Grid, Row, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./section.css.ts";
import type { Surface } from "./surfaces.ts";

/** The props of every renderer. */
export type SectionProps<Type extends SectionType> = {
  section: LocalizedSection<Type>;
  surface: Surface;
  /** The number of sections of this type before it. */
  earlier: number;
  /** Whether the section opens the page. Its headline is then the page's h1. */
  opens: boolean;
};

type SurfaceSectionProps = { anchor: string | null; surface: Surface; children: ReactNode };

/** Renders a section on its surface, with its anchor as its id. */
export function Section({ anchor, surface, children }: SurfaceSectionProps) {
  return (
    <section
      className={`${css.section} ${surfaces[surface]}`}
      data-surface={surface}
      id={anchor ?? undefined}
    >
      <Container>{children}</Container>
    </section>
  );
}

/** Renders the optional paragraph below a headline. */
export function Lead({ text }: { text: string | null }) {
  return (
    text && (
      <Text size="lead" tone="quiet">
        {text}
      </Text>
    )
  );
}

/** Renders a section's headline and the optional paragraph below it. */
export function SectionHead({ title, text }: { title: string; text: string | null }) {
  return (
    <Stack space="medium">
      <Heading level={2}>{title}</Heading>
      <Lead text={text} />
    </Stack>
  );
}

/** Renders the smaller headline of a section with large content. */
export function QuietHead({ title, text }: { title: string; text: string | null }) {
  return (
    <Stack space="small">
      <Heading level={2} size="title">
        {title}
      </Heading>
      {text && <Text tone="quiet">{text}</Text>}
    </Stack>
  );
}

type SplitSectionProps = {
  section: { anchor: string | null; title: string; text: string | null };
  surface: Surface;
  children: ReactNode;
};

/** Renders a section whose headline, on wide screens, is on the left and stays in view while the content scrolls. */
export function SplitSection({ section, surface, children }: SplitSectionProps) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <Grid>
        <Column span="firstFive">
          <div className={css.headline}>
            <SectionHead title={section.title} text={section.text} />
          </div>
        </Column>
        <Column span="lastSeven">{children}</Column>
      </Grid>
    </Section>
  );
}

type ItemListProps = {
  items: { _key: string; title: string; text: string | null }[];
  listClass?: string;
  itemClass: string;
  /** The class of headlines in a size of their own. */
  titleClass?: string;
};

/** Renders the items of a section, each with a headline and an optional text. */
export function ItemList({ items, listClass, itemClass, titleClass }: ItemListProps) {
  return (
    <ul className={listClass}>
      {items.map(({ _key, title, text }) => (
        <li key={_key} className={itemClass}>
          {titleClass ? <h3 className={titleClass}>{title}</h3> : <Heading level={3}>{title}</Heading>}
          {text && <Text tone="quiet">{text}</Text>}
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders the buttons of a section in order. Links to the contact page and to the chat pass on `plan`; links to the
 * contact page also pass on the service and the wish for a meeting.
 */
export function Actions({ actions, plan }: { actions: Localized<Action>[]; plan?: string | undefined }) {
  const href = useHref();
  if (actions.length === 0) return null;
  return (
    <Row space="small">
      {actions.map(({ _key, label, tone, link, meeting }) => (
        <LinkButton
          key={_key}
          href={href(link, { meeting, plan })}
          tone={tone === "accent" ? "accent" : "plain"}
        >
          {label}
        </LinkButton>
      ))}
    </Row>
  );
}

type Amount = NonNullable<LocalizedSection<"plans">["plans"][number]["price"]>;

const symbols: Record<Amount["currency"], string> = { CRC: "₡", USD: "$" };

/** Renders the minimum price of a service or a plan. */
export function Price({ price: { amount, currency, per } }: { price: Amount }) {
  const text = useText();
  const language = useLanguage();
  const number = getFormatter(`whole ${language}`, () => new Intl.NumberFormat(locales[language]));
  const price = `${symbols[currency]}${number.format(amount)}`;
  return <p className={css.price}>{text(`price.${per}`, { price })}</p>;
}
