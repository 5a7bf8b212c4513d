import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Column, Grid, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { Actions } from "./actions.tsx";
import * as css from "./contact-cards.css.ts";
import { PlanChoices } from "./plan-choices.tsx";
import { Section } from "./section.tsx";
import type { SectionProps } from "./section-props.ts";

const icons = { mail: "mail", tel: "phone", whatsapp: "whatsapp", instagram: "instagram" } as const;

/** The ways to reach the company; each card opens its way, and all addresses are those of the settings. */
export function ContactCards({ section, surface }: SectionProps<"contactCards">) {
  const text = useText();
  const { settings } = useCopy();
  const href = useContactHref();
  const shown = {
    mail: settings.email,
    tel: settings.phoneDisplay,
    whatsapp: settings.whatsappDisplay,
    instagram: `@${settings.instagram}`,
  };
  return (
    <Section anchor={section.anchor} surface={surface}>
      <PlanChoices anchor={section.anchor} />
      <Grid>
        <Column span="firstFive">
          <Stack space="large" align="start">
            <Heading level={2}>{section.title}</Heading>
            {section.text && (
              <Text size="lead" tone="quiet">
                {section.text}
              </Text>
            )}
            {section.action && <Actions actions={[{ ...section.action, _key: "action" }]} />}
          </Stack>
        </Column>
        <Column span="lastSeven">
          <ul className={css.cards}>
            {section.cards.map((card) => (
              <li key={card._key} className={css.card}>
                <span className={css.mark}>
                  <Icon name={icons[card.kind]} size="large" />
                </span>
                <Heading level={3}>{card.title}</Heading>
                <Text tone="quiet">{card.text}</Text>
                <a
                  className={css.link}
                  href={href(card.kind)}
                  {...(href(card.kind).startsWith("https:") && { target: "_blank", rel: "noopener" })}
                >
                  {shown[card.kind]}
                  {href(card.kind).startsWith("https:") && (
                    <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </Column>
      </Grid>
    </Section>
  );
}
