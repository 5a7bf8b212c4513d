import { Button, Card, Flex, Text } from "@sanity/ui";
import type { ReactNode } from "react";
import { useDocumentPane } from "sanity/structure";
import { toTitles } from "./field-titles.ts";
import { useSay } from "./language.ts";

/** Says beside the publish button why a draft cannot be published, with a link to the first field that is wrong. */
export function PublishErrors(): ReactNode {
  const say = useSay();
  const { editState, onFocus, onPathOpen, openInspector, schemaType, validation, value } = useDocumentPane();
  const errors = validation.filter(({ level }) => level === "error");
  const [first] = errors;
  if (!first || !editState?.draft) return null;
  const otherErrorCount = errors.length - 1;
  const openField = () => {
    onPathOpen(first.path);
    onFocus(first.path);
  };
  return (
    <Card padding={2} borderTop tone="critical" role="status" data-testid="publish-errors">
      <Flex align="center" gap={2} wrap="wrap">
        <Text size={1}>
          {say({ es: "No se puede publicar: ", en: "Can’t be published: " })}
          {first.message}
        </Text>
        <Button
          mode="bleed"
          fontSize={1}
          padding={2}
          onClick={openField}
          text={
            toTitles(schemaType, first.path, value).slice(-2).join(" › ") ||
            say({ es: "Ir al campo", en: "Go to the field" })
          }
        />
        {otherErrorCount > 0 && (
          <Button
            mode="bleed"
            fontSize={1}
            padding={2}
            onClick={() => openInspector("sanity/structure/validation")}
            text={say({
              es: `y ${otherErrorCount} más`,
              en: `and ${otherErrorCount} more`,
            })}
          />
        )}
      </Flex>
    </Card>
  );
}
