import { Card, Text } from "@sanity/ui";
import { getPublishedId, useEditState } from "sanity";
import { IntentLink } from "sanity/router";
import { useSay } from "../language.ts";
import { singleTitles } from "../schema/fields/choices.ts";

/** Returns whether the menu or the footer leads to a page. */
export const isInNavigation = (navigation: unknown, page: string): boolean => {
  if (typeof navigation !== "object" || navigation === null) return false;
  if ("_ref" in navigation && navigation._ref === page) return true;
  return Object.values(navigation).some((value) => isInNavigation(value, page));
};

/** Says below a page that neither the menu nor the footer leads to it, with a link to both. */
export function MenuNotice({ documentId }: { documentId: string }) {
  const say = useSay();
  const { draft, published, ready } = useEditState("navigation", "navigation");
  if (!ready || isInNavigation(draft ?? published, getPublishedId(documentId))) return null;
  return (
    <Card paddingX={2} paddingY={3} borderTop tone="caution" role="status" data-testid="menu-notice">
      <Text size={1}>
        {say({
          es: "Esta página no está en ningún menú. Una vez publicada, agrégala en ",
          en: "This page is in no menu. Once it’s published, add it in ",
        })}
        <IntentLink intent="edit" params={{ id: "navigation", type: "navigation", path: "menu" }}>
          {singleTitles(say).navigation}
        </IntentLink>
        .
      </Text>
    </Card>
  );
}
