import { AddIcon } from "@sanity/icons/Add";
import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { IntentLink } from "sanity/router";
import { useSay } from "../language.ts";

/** The list of pages that editors made, while there is none. */
export function NoOwnPages() {
  const say = useSay();
  return (
    <Card padding={4}>
      <Stack gap={4}>
        <Text muted size={1}>
          {say({
            es: "Aún no hay otras páginas. Una página nueva se arma con las mismas secciones que las del sitio.",
            en: "There are no other pages yet. A new page is made of the same sections as the site’s own.",
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
