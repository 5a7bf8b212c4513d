import { path } from "#cms/content/site.ts";
import type { LocalizedSection } from "#cms/content/types.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref, useHref } from "#web/content/use-href.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import * as css from "./plan-choices.css.ts";

type Plan = LocalizedSection<"plans">["plans"][number];

/** Where a contact section says that a plan was chosen. */
export const choiceAnchor = (anchor: string, { _key }: Pick<Plan, "_key">): string => `${anchor}-${_key}`;

/** What was chosen among the plans that lead to a contact section, one of them or none: the address says which, also without script. */
export function PlanChoices({ anchor }: { anchor: string | null }) {
  const sections = useCopy().page?.sections ?? [];
  if (!anchor) return null;
  const plans = sections.flatMap((section) =>
    section._type === "plans" && section.contactSection === anchor ? section.plans : [],
  );
  return plans.map((plan) => <PlanChoice key={plan._key} plan={plan} anchor={anchor} />);
}

function PlanChoice({ plan, anchor }: { plan: Plan; anchor: string }) {
  const text = useText();
  const language = useLanguage();
  const href = useHref();
  const contact = useContactHref();
  const form = { kind: "page", page: "contact", address: path("contact", language), anchor: null } as const;
  return (
    <div className={css.choice} id={choiceAnchor(anchor, plan)} role="status">
      <div className={css.words}>
        <span className={css.mark}>
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
