import { Card, Stack, Text } from "@sanity/ui";
import { getPublishedId, isDraftId } from "sanity";
import { IntentLink } from "sanity/router";
import { useSay } from "../language.ts";
import { singleTitles, toPageTitle } from "../schema/fields/choices.ts";
import type { LabelFn } from "../schema/labels.ts";
import type { LinkingDocument, RemovalBlocker, RemovalFacts } from "./removal.ts";

/** Returns the messages for the lists that the deletion of a page would leave empty. */
const createEmptyListMessages = (say: LabelFn): Record<Exclude<RemovalBlocker, "linked">, string> => ({
  "menu-empty": say({ es: "El menú quedaría vacío.", en: "The menu would be left empty." }),
  "group-empty": say({
    es: "Un grupo del menú quedaría sin páginas.",
    en: "A menu group would be left without pages.",
  }),
  "footer-empty": say({
    es: "La lista del pie quedaría sin páginas.",
    en: "The footer list would be left without pages.",
  }),
});

/** Lists the obstacles to the deletion of a page, with links to the documents that cause them. */
export function RemovalBlockers({ facts, blockers }: { facts: RemovalFacts; blockers: RemovalBlocker[] }) {
  const say = useSay();
  const messages = createEmptyListMessages(say);
  const listMessages = blockers.flatMap((blocker) => (blocker === "linked" ? [] : messages[blocker]));
  return (
    <Card padding={4} radius={2} tone="caution">
      <Stack gap={4}>
        {facts.linking.length > 0 && (
          <>
            <Text size={1}>
              {say({
                es: "Todavía no se puede borrar: hay páginas que llevan a ella. Cambia antes esos enlaces, y publica o descarta los borradores.",
                en: "It can’t be deleted yet: some pages link to it. Change those links first, and publish or discard the drafts.",
              })}
            </Text>
            <Stack as="ul" gap={3} style={{ margin: 0 }}>
              {facts.linking.map((linking) => (
                <Text as="li" key={linking._id} size={1}>
                  <LinkToDocument linking={linking} say={say} />
                </Text>
              ))}
            </Stack>
          </>
        )}
        {listMessages.map((message) => (
          <Text key={message} size={1}>
            {message}{" "}
            <IntentLink intent="edit" params={{ id: "navigation", type: "navigation" }}>
              {singleTitles(say).navigation}
            </IntentLink>
          </Text>
        ))}
      </Stack>
    </Card>
  );
}

function LinkToDocument({ linking, say }: { linking: LinkingDocument; say: LabelFn }) {
  const { _id, _type } = linking;
  const title = toPageTitle(linking, say);
  return (
    <IntentLink intent="edit" params={{ id: getPublishedId(_id), type: _type }}>
      {isDraftId(_id) ? say({ es: `${title} (borrador)`, en: `${title} (draft)` }) : title}
    </IntentLink>
  );
}
