import { AddIcon } from "@sanity/icons/Add";
import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { IntentLink } from "sanity/router";
import { useSay } from "../language.ts";

/** Empty state of the list of editors' pages, with a button to create one. */
export function NoOwnPages() {
  const say = useSay();
  return (
    <Card padding={4}>
      <Stack gap={4}>
        <Text muted size={1}>
          {say({
            es: "Aún no hay otras páginas. Una página nueva se arma con las mismas secciones que las demás.",
            en: "There are no other pages yet. New pages use the same sections as the rest of the site.",
          })}
        </Text>
        <Flex>
          <Button
            as={IntentLink}
            intent="create"
            params={{ type: "page", template: "page" }}
            icon={AddIcon}
            text={say({ es: "Crear página", en: "Create page" })}
            fontSize={1}
          />
        </Flex>
      </Stack>
    </Card>
  );
}
