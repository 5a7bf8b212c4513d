import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type DocumentLayoutProps, getPublishedId, useEditState, usePerspective } from "sanity";
import { PublishErrors } from "./publish-errors.tsx";

// Sanity's draft chip can be selected only by its test id, which contains its translated label.
const hiddenDraftChipStyle = ["Borrador", "Draft"]
  .map((word) => `.unedited [data-testid="document-header-${word}-chip"] { display: none }`)
  .join("\n");

/**
 * Lays out a document. Hides Sanity's "Draft" chip if the document has no draft. Keeps it while an editor views the published version, because it
 * leads back to the draft. Adds the publish errors to the footer.
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
      {footer && createPortal(<PublishErrors />, footer)}
    </div>
  );
}
