import { suggestEmail } from "#functions/contract/email-suggestion.ts";
import { useText } from "./use-text.ts";

/** Returns the suggestion for an email field whose address looks misspelled, in the page's language. */
export function useEmailSuggestion() {
  const text = useText();
  return {
    find: suggestEmail,
    describe: (address: string) => text("email.suggestion", { address }),
    take: text("email.take"),
  };
}
