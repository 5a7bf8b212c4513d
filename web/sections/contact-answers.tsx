import { useLocation } from "react-router-dom";
import { type ContactField, contactFields, limits } from "#functions/contract/contact.ts";
import { errorFragment } from "#functions/contract/form-fragments.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Text } from "#web/ui/text.tsx";
import { ContactWays } from "./contact-ways.tsx";

type Filled = Exclude<ContactField, "language">;
const fields = contactFields.filter((field): field is Filled => field !== "language");

const reason = {
  name: "contact.error.name.required",
  email: "contact.error.invalid_email",
  meeting_day: "contact.error.meeting_day",
} as const;

/** What went wrong with a form that was posted without script: the address's fragment shows one of them. */
export function ContactAnswers({ live }: { live: boolean }) {
  const text = useText();
  const { hash } = useLocation();
  // Without script all of them wait for the fragment; with it, those that are not meant are not there to be found.
  const stands = (fragment: string) => !live || hash === `#${fragment}`;
  const sayError = (field: Filled) => {
    const error = text(field in reason ? reason[field as keyof typeof reason] : "contact.error.invalid");
    if (!(field in limits)) return error;
    return `${error} ${text("contact.atMost", { maximum: limits[field as keyof typeof limits] })}`;
  };
  return (
    <>
      {fields
        .filter((field) => stands(errorFragment(field)))
        .map((field) => (
          <Alert key={field} tone="critical" shownAt={errorFragment(field)}>
            <Text>
              {text("contact.targetError", {
                field: text(`contact.${field}`),
                error: sayError(field),
              })}
            </Text>
          </Alert>
        ))}
      {stands(errorFragment("form")) && (
        <Alert tone="critical" shownAt={errorFragment("form")}>
          <Text>{text("contact.targetForm")}</Text>
          <ContactWays />
        </Alert>
      )}
      {stands(errorFragment("unavailable")) && (
        <Alert tone="critical" shownAt={errorFragment("unavailable")}>
          <Text>{text("contact.targetUnavailable")}</Text>
          <ContactWays />
        </Alert>
      )}
    </>
  );
}
