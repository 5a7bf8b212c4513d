import { suggestEmail } from "#functions/contract/email.ts";
import { useText } from "./use-text.ts";

/** Returns the function that corrects a misspelled address, and the texts with which an email field suggests that. */
export function useEmailSuggestion() {
  const text = useText();
  return {
    find: suggestEmail,
    describe: (address: string) => text("email.suggestion", { address }),
    take: text("email.take"),
  };
}
