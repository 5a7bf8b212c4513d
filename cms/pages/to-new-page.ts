import type { DocumentActionComponent, DocumentActionProps } from "sanity";
import { useSay } from "../language.ts";
import { copyOf } from "./copy-of.ts";

/** Sanity's own action that duplicates, for pages: the copy is a page of its own, and opens. */
export function toNewPage(useDuplicate: DocumentActionComponent): DocumentActionComponent {
  const useDuplicatePage: DocumentActionComponent = (props: DocumentActionProps) => {
    const say = useSay();
    const described = useDuplicate({ ...props, mapDocument: copyOf(props.id) } as DocumentActionProps);
    return (
      described && {
        ...described,
        label: say({ es: "Duplicar como página nueva", en: "Duplicate as a new page" }),
      }
    );
  };
  useDuplicatePage.action = "duplicate";
  return useDuplicatePage;
}
