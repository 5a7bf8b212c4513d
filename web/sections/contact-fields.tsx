import { createElement, type ReactNode } from "react";
import { type ContactField, limits } from "#functions/contract/contact.ts";
import { meetingParts } from "#functions/contract/meeting.ts";
import { type Service, services, sources } from "#functions/contract/options.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Select, TextArea, TextField } from "#web/ui/field.tsx";
import { fields, plan } from "./contact-form.css.ts";
import { Meeting } from "./meeting.tsx";
import { MeetingDay } from "./meeting-day.tsx";
import type { FieldProblems } from "./use-contact-submission.ts";

/** The fields of the contact form. The service is marked as required and never stops a message, as specified. */
export function ContactFields({ problems }: { problems: FieldProblems }) {
  const text = useText();
  const language = useLanguage();
  const plans = useCopy().page?.plans ?? [];
  const hasPlans = (service: Service) => plans.some((each) => each.service === service);
  const error = (field: keyof FieldProblems) => {
    const problem = problems[field];
    return problem && text(problem.id, problem.values);
  };
  const controls: Record<ContactField, ReactNode> = {
    language: <input type="hidden" name="language" value={language} />,
    name: (
      <TextField
        name="name"
        label={text("contact.name")}
        autoComplete="name"
        required
        maxLength={limits.name}
        error={error("name")}
      />
    ),
    email: (
      <TextField
        name="email"
        type="email"
        label={text("contact.email")}
        autoComplete="email"
        inputMode="email"
        required
        maxLength={limits.email}
        error={error("email")}
      />
    ),
    phone: (
      <TextField
        name="phone"
        type="tel"
        label={text("contact.phone")}
        autoComplete="tel"
        maxLength={limits.phone}
        error={error("phone")}
      />
    ),
    company: (
      <TextField
        name="company"
        label={text("contact.company")}
        autoComplete="organization"
        maxLength={limits.company}
        error={error("company")}
      />
    ),
    service: (
      <Select name="service" label={text("contact.service")} marked error={error("service")}>
        <option value="">{text("contact.choose")}</option>
        {services.map((service) => (
          <option key={service} value={service} data-plans={hasPlans(service) || undefined}>
            {text(`service.${service}`)}
          </option>
        ))}
      </Select>
    ),
    plan: plans.length > 0 && (
      <div className={plan}>
        <Select name="plan" label={text("contact.plan")} error={error("plan")}>
          <option value="">{text("contact.plan.none")}</option>
          {plans.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    ),
    meeting_day: <MeetingDay label={text("contact.meeting_day")} error={error("meeting_day")} />,
    meeting_part: (
      <Select name="meeting_part" label={text("contact.meeting_part")} error={error("meeting_part")}>
        <option value="">{text("contact.meeting_part.any")}</option>
        {meetingParts.map((part) => (
          <option key={part} value={part}>
            {text(`contact.meeting_part.${part}`)}
          </option>
        ))}
      </Select>
    ),
    source: (
      <Select name="source" label={text("contact.source")} error={error("source")}>
        <option value="">{text("contact.choose")}</option>
        {sources.map((source) => (
          <option key={source} value={source}>
            {text(`contact.source.${source}`)}
          </option>
        ))}
      </Select>
    ),
    message: (
      <TextArea
        name="message"
        label={text("contact.message")}
        maxLength={limits.message}
        error={error("message")}
      />
    ),
  };
  const { meeting_day: day, meeting_part: part, message, ...rest } = controls;
  const isWrong = Boolean(problems.meeting_day || problems.meeting_part);
  const meeting = <Meeting isWrong={isWrong} day={day} part={part} />;
  // As children that stand in their places, which need no keys.
  return createElement("div", { className: fields }, ...Object.values(rest), meeting, message);
}
