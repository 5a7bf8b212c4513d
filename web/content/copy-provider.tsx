import { createContext, type ReactNode, useContext } from "react";
import type { Language } from "#cms/content/site.ts";
import type { LocalizedNavigation, LocalizedPage, LocalizedSettings } from "#cms/content/types.ts";

/** The copy of one page in one language. */
export type Copy = {
  /** Null on a screen without a page of the CMS. */
  page: LocalizedPage | null;
  /** The address of the page in each language; null on the not-found screen. */
  addresses: Record<Language, string> | null;
  settings: Omit<LocalizedSettings, "figures" | "sharePicture">;
  navigation: LocalizedNavigation;
};

const CopyContext = createContext<Copy | null>(null);

/** Provides the copy of the page to its children. */
export function CopyProvider({ copy, children }: { copy: Copy; children: ReactNode }) {
  return <CopyContext value={copy}>{children}</CopyContext>;
}

/**
 * Returns the copy of the current page: the texts of editors in its language.
 * @throws Error outside of a CopyProvider
 */
export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (!copy) throw new Error("No CopyProvider");
  return copy;
}
