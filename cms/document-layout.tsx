import { Button, Card, Flex, Text } from "@sanity/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type DocumentLayoutProps, getPublishedId, useEditState, usePerspective } from "sanity";
import { useDocumentPane } from "sanity/structure";
import { useSay } from "./language.ts";
import { toTitles } from "./live/messages.ts";
import { MenuNotice } from "./pages/menu-notice.tsx";

// CSS can select Sanity's draft chip only by its test id, which contains the translated label.
const hiddenDraftChipStyle = ["Borrador", "Draft"]
  .map((chipLabel) => `.unedited [data-testid="document-header-${chipLabel}-chip"] { display: none }`)
  .join("\n");

/**
 * Lays out a document. Hides Sanity's "Draft" chip if the document has no draft. The chip stays while an editor views
 * the published version, because the chip leads back to the draft. The document's footer gets the publish errors.
 * It also gets a notice if neither the menu nor the footer of the site leads to the page.
 */
export function DocumentLayout(props: DocumentLayoutProps) {
  const { draft } = useEditState(getPublishedId(props.documentId), props.documentType);
  const { selectedPerspectiveName } = usePerspective();
  const root = useRef<HTMLDivElement>(null);
  const [footer, setFooter] = useState<Element | null>(null);
  // The pane renders its footer after the document has loaded.
  useEffect(() => setFooter(root.current?.querySelector("[data-testid=pane-footer]") ?? null));
  return (
    <div
      ref={root}
      className={draft || selectedPerspectiveName ? undefined : "unedited"}
      style={{ display: "contents" }}
    >
      <style>{hiddenDraftChipStyle}</style>
      {props.renderDefault(props)}
      {footer &&
        createPortal(
          <>
            {props.documentType === "page" && <MenuNotice documentId={props.documentId} />}
            <PublishErrors />
          </>,
          footer,
        )}
    </div>
  );
}

/** Shows beside the publish button why a draft cannot be published, with a link to the first invalid field. */
function PublishErrors(): ReactNode {
  const say = useSay();
  const { editState, onFocus, onPathOpen, openInspector, schemaType, validation, value } = useDocumentPane();
  const errors = validation.filter(({ level }) => level === "error");
  const [firstError] = errors;
  if (!firstError || !editState?.draft) return null;
  const otherErrorCount = errors.length - 1;
  const openField = () => {
    onPathOpen(firstError.path);
    onFocus(firstError.path);
  };
  return (
    <Card padding={2} borderTop tone="critical" role="status" data-testid="publish-errors">
      <Flex align="center" gap={2} wrap="wrap">
        <Text size={1}>
          {say({ es: "No se puede publicar: ", en: "Can’t be published: " })}
          {firstError.message}
        </Text>
        <Button
          mode="bleed"
          fontSize={1}
          padding={2}
          onClick={openField}
          text={
            toTitles(schemaType, firstError.path, value).slice(-2).join(" › ") ||
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
