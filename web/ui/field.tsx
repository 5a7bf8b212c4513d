import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { Button } from "./button.tsx";
import * as css from "./field.css.ts";
import { type Suggestion, type TextLimit, useRemaining, useSuggestion } from "./field-hints.ts";
import { Icon } from "./icon.tsx";

type FieldProps = {
  label: string;
  /** Puts a `*` beside the label. It does not make the field `required`. */
  marked?: boolean | undefined;
  /** The error text. The control is then marked as invalid, and described by it. */
  error?: string | undefined;
  /** The limit of the text. A longer text stays in the control, with a hint. */
  limit?: TextLimit | undefined;
  /** Proposes another value for the entered one. It never blocks the form. */
  suggestion?: Suggestion | undefined;
};

type ControlAttributes<Attributes> = Omit<
  Attributes,
  "className" | "style" | "id" | "aria-invalid" | "aria-describedby"
>;

function Field({
  label,
  marked,
  error,
  limit,
  suggestion,
  children,
}: FieldProps & { children: (control: Wiring) => ReactNode }) {
  const id = useId();
  const remaining = useRemaining(id, limit);
  const proposal = useSuggestion(id, suggestion?.find);
  const describedBy = [error && `${id}error`, remaining !== null && `${id}left`, proposal && `${id}proposed`]
    .filter(Boolean)
    .join(" ");
  const wiring: Wiring = {
    id,
    ...(error && { "aria-invalid": true }),
    ...(describedBy && { "aria-describedby": describedBy }),
  };
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        <span>{label}</span>
        {marked && <span className={css.mark}> *</span>}
      </label>
      {children(wiring)}
      {error && (
        <p className={css.error} id={`${id}error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
      {limit && remaining !== null && (
        <p className={remaining < 0 ? css.exceeded : css.remaining} id={`${id}left`}>
          {limit.describe(remaining)}
        </p>
      )}
      {suggestion && proposal !== undefined && (
        <div className={`${css.remaining} ${css.suggestion}`} aria-live="polite">
          {proposal && (
            <>
              {/* Translators replace text nodes, so a text has no sibling. The space is part of it. */}
              <span id={`${id}proposed`}>{`${suggestion.describe(proposal.value)} `}</span>
              <Button size="small" onClick={proposal.take}>
                {suggestion.take}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

type Wiring = { id: string; "aria-invalid"?: true; "aria-describedby"?: string };

/** Renders a single line of text with its label and its error. */
export function TextField({
  label,
  marked,
  error,
  limit,
  suggestion,
  ...input
}: FieldProps & ControlAttributes<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field
      label={label}
      marked={marked ?? input.required}
      error={error}
      limit={limit}
      suggestion={suggestion}
    >
      {(wiring) => <input className={css.control} type="text" {...input} {...wiring} />}
    </Field>
  );
}

/** Renders a text area that grows with its text. */
export function TextArea({
  label,
  marked,
  error,
  limit,
  ...area
}: FieldProps & ControlAttributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field label={label} marked={marked ?? area.required} error={error} limit={limit}>
      {(wiring) => <textarea className={`${css.control} ${css.area}`} rows={5} {...area} {...wiring} />}
    </Field>
  );
}

/** Renders a native select for a few options. */
export function Select({
  label,
  marked,
  error,
  children,
  ...select
}: FieldProps & ControlAttributes<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Field label={label} marked={marked ?? select.required} error={error}>
      {(wiring) => (
        <div className={css.selectBox}>
          <select className={`${css.control} ${css.select}`} {...select} {...wiring}>
            {children}
          </select>
          <span className={css.selectMark}>
            <Icon name="expand" />
          </span>
        </div>
      )}
    </Field>
  );
}
