import { useCopy } from "#web/content/copy-provider.tsx";
import { useLanguage } from "#web/language/use-language.ts";

/** Marks the link to the page that is being shown. */
export function useCurrent(): (address: string) => "page" | undefined {
  const language = useLanguage();
  const { addresses } = useCopy();
  return (address) => (address === addresses?.[language] ? "page" : undefined);
}
