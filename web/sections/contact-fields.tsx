import { useEffect, useState } from "react";
import { countCharacters, normalizeText } from "#functions/contract/characters.ts";
import {
  type ContactField,
  contactFields,
  describeField,
  getLimit,
  toOptionNameId,
} from "#functions/contract/contact.ts";
import { getOfferedDays } from "#functions/contract/meeting.ts";
import { type Service, services } from "#functions/contract/options.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useEmailSuggestion } from "#web/language/use-email-suggestion.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Select, TextArea, TextField } from "#web/ui/field.tsx";
import type { TextLimit } from "#web/ui/field-hints.ts";
import { Text } from "#web/ui/text.tsx";
import * as css from "./contact-form.css.ts";
import type { FieldProblem } from "./contact-problems.ts";
import { findToday } from "./screening/form-stamp.ts";
import type { FieldProblems } from "./use-contact-submission.ts";

/** A field that the visitor fills in. */
export type VisibleField = Exclude<ContactField, "language">;
export const visibleFields = contactFields.filter((field): field is VisibleField => field !== "language");

/**
 * Renders the fields of the contact form. The service is marked as required, but the API accepts a message
 * without it.
 */
export function ContactFields({ problems }: { problems: FieldProblems }) {
  const text = useText();
  const language = useLanguage();
  const groupOf = (field: ContactField) => describeField(field).group;
  const toControls = (fields: VisibleField[]) =>
    fields.map((field) => <ContactControl key={field} field={field} problem={problems[field]} />);
  const listGroup = (group: string) => {
    const fields = visibleFields.filter((field) => groupOf(field) === group);
    const problem = fields.map((field) => problems[field]).find(Boolean);
    return { problem, children: toControls(fields) };
  };
  const { children: meetingControls, problem: meetingProblem } = listGroup("meeting");
  return (
    <div className={css.fields}>
      <input type="hidden" name="language" value={language} />
      {toControls(visibleFields.filter((field) => field !== "message" && !groupOf(field)))}
      <Disclosure name="more" summary={text("contact.more")} onPhoneOnly {...listGroup("more")} />
      <Disclosure name="meeting" summary={text("contact.meeting")} problem={meetingProblem}>
        <div className={css.hint}>
          <Text size="small" tone="quiet">
            {text("contact.meetingDetail")}
          </Text>
        </div>
        {meetingControls}
      </Disclosure>
      {toControls(["message"])}
    </div>
  );
}

type Control = { name: string; label: string; error: string | undefined };

/** Tokens by which browsers fill in a field (HTML, Autofill). */
const autoComplete: Partial<Record<ContactField, string>> = { name: "name", company: "organization" };

/** Renders the control of a field: a special one, or the control of its kind. */
function ContactControl({ field, problem }: { field: VisibleField; problem: FieldProblem | undefined }) {
  const text = useText();
  const limit = useLimit(field);
  const control: Control = {
    name: field,
    label: text(`contact.${field}`),
    error: problem && text(problem.id, problem.values),
  };
  if (field === "service") return <ServiceField {...control} />;
  if (field === "plan") return <PlanField {...control} />;
  const { kind, options = [], isRequired } = describeField(field);
  switch (kind) {
    case "email":
      return <EmailField {...control} limit={limit} />;
    case "phone":
      return <TextField {...control} limit={limit} type="tel" autoComplete="tel" />;
    case "day":
      return <MeetingDay {...control} />;
    case "choice":
      return (
        <Choice
          {...control}
          noneLabel={text(field === "meeting_part" ? "contact.meeting_part.any" : "contact.choose")}
          options={options.map((option) => [option, text(toOptionNameId(field, option))])}
        />
      );
    case "text":
      return <TextArea {...control} limit={limit} />;
    case "line":
      return (
        <TextField {...control} limit={limit} autoComplete={autoComplete[field]} required={isRequired} />
      );
  }
}

function EmailField(props: Control & { limit: TextLimit }) {
  const suggestion = useEmailSuggestion();
  return (
    <TextField
      {...props}
      type="email"
      suggestion={suggestion}
      autoComplete="email"
      inputMode="email"
      required
    />
  );
}

const countText = (enteredText: string) => countCharacters(normalizeText(enteredText));

/** Returns the length limit of a field, with the sentence that tells how much of it is left. */
function useLimit(field: ContactField): TextLimit {
  const text = useText();
  return {
    maximum: getLimit(field),
    count: countText,
    describe: (remaining) =>
      text(remaining < 0 ? "contact.over" : "contact.left", { count: Math.abs(remaining) }),
  };
}

function Choice({
  noneLabel,
  options,
  ...control
}: Control & { noneLabel: string; options: [value: string, name: string][] }) {
  return (
    <Select {...control}>
      <option value="">{noneLabel}</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Renders the services. `data-plans` marks those with plans, for which the styles show the field of the plan. */
function ServiceField(control: Control) {
  const text = useText();
  const plans = useCopy().page?.plans ?? [];
  const hasPlans = (service: Service) => plans.some((plan) => plan.service === service);
  return (
    <Select {...control} marked>
      <option value="">{text("contact.choose")}</option>
      {services.map((service) => (
        <option key={service} value={service} data-plans={hasPlans(service) || undefined}>
          {text(`contact.service.${service}`)}
        </option>
      ))}
    </Select>
  );
}

/** Renders the choice of a plan. Styles show it for a service with plans (`data-plans`), or while one is chosen. */
function PlanField(control: Control) {
  const text = useText();
  const plans = useCopy().page?.plans ?? [];
  if (plans.length === 0) return null;
  return (
    <div className={css.plan}>
      <Choice
        {...control}
        noneLabel={text("contact.plan.none")}
        options={plans.map(({ key, name }) => [key, name])}
      />
    </div>
  );
}

/**
 * Renders the field for the day of a meeting, limited to the days on offer. The edge provides today's date, because the
 * clock of a device may be wrong; without it, the field has no limits.
 */
function MeetingDay(control: Control) {
  const [offeredRange, setOfferedRange] = useState<ReturnType<typeof getOfferedDays>>();
  useEffect(() => {
    void findToday().then((today) => setOfferedRange(today === null ? undefined : getOfferedDays(today)));
  }, []);
  return <TextField {...control} type="date" min={offeredRange?.first} max={offeredRange?.last} />;
}
