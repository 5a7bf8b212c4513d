import { TrashIcon } from "@sanity/icons/Trash";
import { useState } from "react";
import type { DocumentActionComponent } from "sanity";
import { usePaneRouter } from "sanity/structure";
import { useSay } from "../language.ts";
import { RemovalDialog } from "./removal-dialog.tsx";

/** Takes away a page that editors made, in place of Sanity's own action: nothing that led to it leads nowhere after it. */
export const useDeletePageAction: DocumentActionComponent = ({ id, draft, published }) => {
  const say = useSay();
  const { closeCurrentAndAfter } = usePaneRouter();
  const [isOpen, setOpen] = useState(false);
  return {
    label: say({ es: "Borrar la página…", en: "Delete the page…" }),
    icon: TrashIcon,
    tone: "critical",
    disabled: !draft && !published,
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: "dialog",
      header: say({ es: "Borrar la página", en: "Delete the page" }),
      content: (
        <RemovalDialog
          page={id}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            closeCurrentAndAfter();
          }}
        />
      ),
      onClose: () => setOpen(false),
    },
  };
};
useDeletePageAction.action = "delete";
