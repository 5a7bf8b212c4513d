import type { Localized } from "#cms/content/languages.ts";
import type { Action } from "#cms/content/types.ts";
import { useHref } from "#web/content/use-href.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Row } from "#web/ui/layout.tsx";

/** The buttons of a section, the first one first. Those that lead to the contact form carry the chosen plan. */
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
