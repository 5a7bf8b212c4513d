import { suggestEmail } from "#functions/contract/email-suggestion.ts";
import { useText } from "./use-text.ts";

/** What an email field proposes where its address looks misspelled, in the page's language. */
export function useEmailSuggestion() {
  const text = useText();
  return {
    find: suggestEmail,
    describe: (address: string) => text("email.suggestion", { address }),
    take: text("email.take"),
  };
}
