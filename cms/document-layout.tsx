import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type DocumentLayoutProps, getPublishedId, useEditState, usePerspective } from "sanity";
import { PublishErrors } from "./publish-errors.tsx";

// The mark can be told by its words only, which are in the language of the Studio.
const hidden = ["Borrador", "Draft"]
  .map((word) => `.unedited [data-testid="document-header-${word}-chip"] { display: none }`)
  .join("\n");

/**
 * A document in the desk. It has the mark "Draft" only if there is a draft: Sanity's bar shows the mark above every document. An editor who looks
 * at the published version keeps the mark, as the way back to editing. Below the publish button stands what keeps the draft from being published.
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
      <style>{hidden}</style>
      {props.renderDefault(props)}
      {footer && createPortal(<PublishErrors />, footer)}
    </div>
  );
}
