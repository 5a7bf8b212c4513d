import { createElement, type ReactNode, useEffect, useState } from "react";
import { countCharacters, normalizeText } from "#functions/contract/characters.ts";
import { type ContactField, contactFields, limits } from "#functions/contract/contact.ts";
import { getOfferedDays, meetingParts } from "#functions/contract/meeting.ts";
import { type Service, services, sources } from "#functions/contract/options.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useEmailSuggestion } from "#web/language/use-email-suggestion.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Select, TextArea, TextField } from "#web/ui/field.tsx";
import type { TextLimit } from "#web/ui/field-hints.ts";
import { Text } from "#web/ui/text.tsx";
import * as css from "./contact-form.css.ts";
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
  const { company, source, meeting_day: day, meeting_part: part, message, ...rest } = useControls(problems);
  const moreFields = (
    <Disclosure
      name="more"
      summary={text("contact.more")}
      isNeeded={Boolean(problems.company || problems.source)}
      onPhoneOnly
    >
      {company}
      {source}
    </Disclosure>
  );
  const meeting = (
    <Disclosure
      name="meeting"
      summary={text("contact.meeting")}
      isNeeded={Boolean(problems.meeting_day || problems.meeting_part)}
    >
      <div className={css.hint}>
        <Text size="small" tone="quiet">
          {text("contact.meetingDetail")}
        </Text>
      </div>
      {day}
      {part}
    </Disclosure>
  );
  // Children with fixed positions need no keys.
  return createElement(
    "div",
    { className: css.fields },
    ...Object.values(rest),
    moreFields,
    meeting,
    message,
  );
}

/** Returns the control of each field of the contact form, which `ContactFields` arranges. */
function useControls(problems: FieldProblems): Record<ContactField, ReactNode> {
  const text = useText();
  const language = useLanguage();
  const toControl = useControl(problems);
  const toLimit = useLimit();
  const suggestion = useEmailSuggestion();
  return {
    language: <input type="hidden" name="language" value={language} />,
    name: <TextField {...toControl("name")} {...toLimit("name")} autoComplete="name" required />,
    email: (
      <TextField
        {...toControl("email")}
        {...toLimit("email")}
        type="email"
        suggestion={suggestion}
        autoComplete="email"
        inputMode="email"
        required
      />
    ),
    phone: <TextField {...toControl("phone")} {...toLimit("phone")} type="tel" autoComplete="tel" />,
    company: <TextField {...toControl("company")} {...toLimit("company")} autoComplete="organization" />,
    service: <ServiceField {...toControl("service")} />,
    plan: <PlanField {...toControl("plan")} />,
    meeting_day: <MeetingDay {...toControl("meeting_day")} />,
    meeting_part: (
      <Choice
        {...toControl("meeting_part")}
        noneLabel={text("contact.meeting_part.any")}
        options={meetingParts.map((part) => [part, text(`contact.meeting_part.${part}`)])}
      />
    ),
    source: (
      <Choice
        {...toControl("source")}
        noneLabel={text("contact.choose")}
        options={sources.map((source) => [source, text(`contact.source.${source}`)])}
      />
    ),
    message: <TextArea {...toControl("message")} {...toLimit("message")} />,
  };
}

type Control = { name: string; label: string; error: string | undefined };

const countText = (enteredText: string) => countCharacters(normalizeText(enteredText));

/** Returns a function for the length limit of a field, with the sentence that tells how much of it is left. */
function useLimit(): (field: keyof typeof limits) => { limit: TextLimit } {
  const text = useText();
  return (field) => ({
    limit: {
      maximum: limits[field],
      count: countText,
      describe: (remaining) =>
        text(remaining < 0 ? "contact.over" : "contact.left", { count: Math.abs(remaining) }),
    },
  });
}

function useControl(problems: FieldProblems): (field: VisibleField) => Control {
  const text = useText();
  return (name) => {
    const problem = problems[name];
    return { name, label: text(`contact.${name}`), error: problem && text(problem.id, problem.values) };
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
          {text(`service.${service}`)}
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
function MeetingDay({ label, error }: { label: string; error: string | undefined }) {
  const [offeredRange, setOfferedRange] = useState<ReturnType<typeof getOfferedDays>>();
  useEffect(() => {
    void findToday().then((today) => setOfferedRange(today === null ? undefined : getOfferedDays(today)));
  }, []);
  return (
    <TextField
      type="date"
      name="meeting_day"
      label={label}
      min={offeredRange?.first}
      max={offeredRange?.last}
      error={error}
    />
  );
}
