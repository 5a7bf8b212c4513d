import { limits } from "#functions/contract/limits.ts";
import { services, sources } from "#functions/contract/options.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Select, TextArea, TextField } from "#web/ui/field.tsx";
import { fields } from "./contact-form.css.ts";
import type { FieldProblems } from "./use-contact-submission.ts";

/** The fields of the contact form. The service is marked as required and never stops a message, as specified. */
export function ContactFields({ problems }: { problems: FieldProblems }) {
  const text = useText();
  const language = useLanguage();
  const error = (field: keyof FieldProblems) => {
    const problem = problems[field];
    return problem && text(problem.id, problem.values);
  };
  return (
    <div className={fields}>
      <input type="hidden" name="language" value={language} />
      <TextField
        name="name"
        label={text("contact.name")}
        autoComplete="name"
        required
        maxLength={limits.name}
        error={error("name")}
      />
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
      <TextField
        name="phone"
        type="tel"
        label={text("contact.phone")}
        autoComplete="tel"
        maxLength={limits.phone}
        error={error("phone")}
      />
      <TextField
        name="company"
        label={text("contact.company")}
        autoComplete="organization"
        maxLength={limits.company}
        error={error("company")}
      />
      <Select name="service" label={text("contact.service")} marked error={error("service")}>
        <option value="">{text("contact.choose")}</option>
        {services.map((service) => (
          <option key={service} value={service}>
            {text(`service.${service}`)}
          </option>
        ))}
      </Select>
      <Select name="source" label={text("contact.source")} error={error("source")}>
        <option value="">{text("contact.choose")}</option>
        {sources.map((source) => (
          <option key={source} value={source}>
            {text(`contact.source.${source}`)}
          </option>
        ))}
      </Select>
      <TextArea
        name="message"
        label={text("contact.message")}
        maxLength={limits.message}
        error={error("message")}
      />
    </div>
  );
}
