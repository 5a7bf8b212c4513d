import { path } from "#cms/content/site.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useLanguage } from "#web/language/use-text.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Badge, Text } from "#web/ui/text.tsx";
import { toChoiceAnchor } from "./contact-cards.tsx";
import * as css from "./plans.css.ts";
import { Price, Section, SectionHead, type SectionProps } from "./section.tsx";

/**
 * Renders plans side by side, with a badge on the popular ones. The button of a plan leads to a contact section of the
 * page; contact cards there show the chosen plan.
 */
export function Plans({ section, surface }: SectionProps<"plans">) {
  const contact = section.contactSection;
  const language = useLanguage();
  const sections = useCopy().page?.sections ?? [];
  const hasContactCards = sections.some(
    ({ _type, anchor }) => _type === "contactCards" && anchor === contact,
  );
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <ul className={css.plans}>
        {section.plans.map((plan) => (
          <li key={plan._key} className={css.plan[plan.popular ? "popular" : "plain"]}>
            <div className={css.head}>
              <h3 className={css.name}>{plan.name}</h3>
              {plan.popular && <Badge>{section.popularLabel}</Badge>}
            </div>
            <Text tone="quiet">{plan.text}</Text>
            {plan.price && <Price price={plan.price} />}
            <p className={css.response}>
              <span className={css.hours}>{plan.response.value}</span>
              <span className={css.unit}>{plan.response.label}</span>
            </p>
            <ul className={css.features}>
              {plan.features.map(({ _key, text }) => (
                <li key={_key} className={css.feature}>
                  <span className={css.mark}>
                    <Icon name="check" />
                  </span>
                  {text}
                </li>
              ))}
            </ul>
            <LinkButton
              href={
                contact
                  ? `#${hasContactCards ? toChoiceAnchor(contact, plan) : contact}`
                  : path("contact", language)
              }
              tone={plan.popular ? "accent" : "plain"}
            >
              {plan.button}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
