import type { Localized } from "#cms/content/languages.ts";
import type { Action } from "#cms/content/types.ts";
import { useHref } from "#web/content/use-href.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Row } from "#web/ui/layout.tsx";

/** The buttons of a section, the first one first. */
export function Actions({ actions }: { actions: Localized<Action>[] }) {
  const href = useHref();
  if (actions.length === 0) return null;
  return (
    <Row space="small">
      {actions.map(({ _key, label, tone, link, meeting }) => (
        <LinkButton key={_key} href={href(link, { meeting })} tone={tone === "accent" ? "accent" : "plain"}>
          {label}
        </LinkButton>
      ))}
    </Row>
  );
}
