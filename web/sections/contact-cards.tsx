import type { ReactNode } from "react";
import { path } from "#cms/content/site.ts";
import type { LocalizedSection } from "#cms/content/types.ts";
import { formFragment } from "#functions/contract/form-fragments.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref, useHref } from "#web/content/use-href.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Column, Grid, Row, Stack } from "#web/ui/layout.tsx";
import { Heading, Text, VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./contact-cards.css.ts";
import { Actions, Lead, Section, type SectionProps } from "./section.tsx";

const icons = { mail: "mail", tel: "phone", whatsapp: "whatsapp", instagram: "instagram" } as const;

/**
 * Renders the contacts of the company as cards. After the choice of a plan on this page, the WhatsApp link and the
 * button name that plan.
 */
export function ContactCards({ section, surface }: SectionProps<"contactCards">) {
  const { settings } = useCopy();
  const href = useContactHref();
  const plans = usePlansOf(section.anchor);
  const { action } = section;
  const actions = action ? [{ ...action, _key: "action" }] : [];
  const contactTexts = {
    mail: settings.email,
    tel: settings.phoneDisplay,
    whatsapp: settings.whatsappDisplay,
    instagram: `@${settings.instagram}`,
  };
  return (
    <Section anchor={section.anchor} surface={surface}>
      {plans.map((plan) => (
        <PlanChoice key={plan._key} plan={plan} anchor={section.anchor ?? ""} />
      ))}
      <Grid>
        <Column span="firstFive">
          <Stack space="large" align="start">
            <Heading level={2}>{section.title}</Heading>
            <Lead text={section.text} />
            {action?.link.kind === "mail" && <FormButton />}
            {actions.length > 0 && (
              <ForChosenPlan plans={plans}>
                {(plan) => <Actions actions={actions} plan={plan?.key} />}
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
                  {(plan) => (
                    <ContactLink href={href(card.kind, { plan: plan?.name })}>
                      {contactTexts[card.kind]}
                    </ContactLink>
                  )}
                </ForChosenPlan>
              </li>
            ))}
          </ul>
        </Column>
      </Grid>
    </Section>
  );
}

/** Leads to the contact form. A section whose own button opens a mail program offers the form first. */
function FormButton() {
  const text = useText();
  const language = useLanguage();
  return (
    <LinkButton href={`${path("contact", language)}#${formFragment}`} tone="accent">
      {text("contact.toForm")}
    </LinkButton>
  );
}

function ContactLink({ href, children }: { href: string; children: ReactNode }) {
  const text = useText();
  const isExternal = href.startsWith("https:");
  return (
    <a className={css.link} href={href} {...(isExternal && { target: "_blank", rel: "noopener" })}>
      {children}
      {isExternal && <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>}
    </a>
  );
}

type Plan = LocalizedSection<"plans">["plans"][number];

/** Returns the anchor at which a contact section shows the chosen plan. */
export const toChoiceAnchor = (anchor: string, { _key }: Pick<Plan, "_key">): string => `${anchor}-${_key}`;

/** Returns the plans of this page whose buttons lead to a contact section. */
function usePlansOf(anchor: string | null): Plan[] {
  const sections = useCopy().page?.sections ?? [];
  return sections.flatMap((section) =>
    anchor && section._type === "plans" && section.contactSection === anchor ? section.plans : [],
  );
}

type ForPlanProps = { plans: Plan[]; children(plan: Plan | null): ReactNode };

/**
 * Renders a part of a contact section once for no plan, and once for each plan. The styles show the chosen one, also
 * without script.
 */
function ForChosenPlan({ plans, children }: ForPlanProps) {
  if (plans.length === 0) return children(null);
  return [null, ...plans.slice(0, css.maxPlans)].map((plan, index) => (
    <div key={plan?._key ?? ""} className={css.variant} data-variant={index}>
      {children(plan)}
    </div>
  ));
}

/** Shows that a plan is chosen. Styles hide it unless the URL's fragment is its id, so it works without script. */
function PlanChoice({ plan, anchor }: { plan: Plan; anchor: string }) {
  const text = useText();
  const language = useLanguage();
  const href = useHref();
  const contact = useContactHref();
  const form = { kind: "page", page: "contact", address: path("contact", language), anchor: null } as const;
  return (
    <div className={css.choice} id={toChoiceAnchor(anchor, plan)} role="status">
      <div className={css.choiceText}>
        <span className={css.choiceMark}>
          <Icon name="check" />
        </span>
        <Text weight="strong">{text("plans.chosen", { plan: plan.name })}</Text>
      </div>
      <Row space="small">
        <LinkButton href={href(form, { plan: plan.key })} tone="accent" size="small">
          {text("plans.write")}
        </LinkButton>
        <LinkButton
          href={contact("whatsapp", { plan: plan.name })}
          size="small"
          target="_blank"
          rel="noopener"
        >
          <Icon name="whatsapp" />
          WhatsApp
          <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
        </LinkButton>
      </Row>
    </div>
  );
}
