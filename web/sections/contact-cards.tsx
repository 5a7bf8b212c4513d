import type { ReactNode } from "react";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Column, Grid, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { Actions } from "./actions.tsx";
import * as css from "./contact-cards.css.ts";
import { ForChosenPlan, PlanChoices, usePlansOf } from "./plan-choices.tsx";
import { Section } from "./section.tsx";
import type { SectionProps } from "./section-props.ts";

const icons = { mail: "mail", tel: "phone", whatsapp: "whatsapp", instagram: "instagram" } as const;

/** The ways to reach the company; each card opens its way, and all addresses are those of the settings. */
export function ContactCards({ section, surface }: SectionProps<"contactCards">) {
  const { settings } = useCopy();
  const href = useContactHref();
  const plans = usePlansOf(section.anchor);
  const shown = {
    mail: settings.email,
    tel: settings.phoneDisplay,
    whatsapp: settings.whatsappDisplay,
    instagram: `@${settings.instagram}`,
  };
  return (
    <Section anchor={section.anchor} surface={surface}>
      <PlanChoices plans={plans} anchor={section.anchor} />
      <Grid>
        <Column span="firstFive">
          <Stack space="large" align="start">
            <Heading level={2}>{section.title}</Heading>
            {section.text && (
              <Text size="lead" tone="quiet">
                {section.text}
              </Text>
            )}
            {section.action && (
              <ForChosenPlan plans={plans}>
                {(plan) => <Actions actions={toActions(section.action)} plan={plan?.key} />}
              </ForChosenPlan>
            )}
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
                <ForChosenPlan plans={card.kind === "whatsapp" ? plans : []}>
                  {(plan) => <Way href={href(card.kind, { plan: plan?.name })}>{shown[card.kind]}</Way>}
                </ForChosenPlan>
              </li>
            ))}
          </ul>
        </Column>
      </Grid>
    </Section>
  );
}

const toActions = (action: SectionProps<"contactCards">["section"]["action"]) =>
  action ? [{ ...action, _key: "action" }] : [];

function Way({ href, children }: { href: string; children: ReactNode }) {
  const text = useText();
  const isElsewhere = href.startsWith("https:");
  return (
    <a className={css.link} href={href} {...(isElsewhere && { target: "_blank", rel: "noopener" })}>
      {children}
      {isElsewhere && <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>}
    </a>
  );
}
