import { type DocumentLayoutProps, getPublishedId, useEditState, usePerspective } from "sanity";

// The mark can be told by its words only, which are in the language of the Studio.
const hidden = ["Borrador", "Draft"]
  .map((word) => `.unedited [data-testid="document-header-${word}-chip"] { display: none }`)
  .join("\n");

/**
 * A document in the desk, which says "Draft" only when there is one: Sanity's bar has that mark above every document.
 * Who has chosen to look at what is published keeps it, as the way back to editing.
 */
export function WithoutEmptyDraft(props: DocumentLayoutProps) {
  const { draft } = useEditState(getPublishedId(props.documentId), props.documentType);
  const { selectedPerspectiveName } = usePerspective();
  return (
    <div
      className={draft || selectedPerspectiveName ? undefined : "unedited"}
      style={{ display: "contents" }}
    >
      <style>{hidden}</style>
      {props.renderDefault(props)}
    </div>
  );
}
