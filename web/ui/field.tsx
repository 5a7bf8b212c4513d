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

/** Renders the label, the error and the hints of a control, which gets the attributes that connect it with them. */
export function Field({
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

/** Separates the properties of a field from the attributes of its control. */
function splitProps<Attributes extends { required?: boolean | undefined }>(props: FieldProps & Attributes) {
  const { label, marked = props.required, error, limit, suggestion, ...control } = props;
  return { field: { label, marked, error, limit, suggestion }, control };
}

/** Renders an input of one line, by default for text, with its label, error and hints. */
export function TextField(props: FieldProps & ControlAttributes<InputHTMLAttributes<HTMLInputElement>>) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>
      {(wiring) => <input className={css.control} type="text" {...control} {...wiring} />}
    </Field>
  );
}

/** Renders a text area that grows with its text up to a maximum height, in browsers that support it. */
export function TextArea(props: FieldProps & ControlAttributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>
      {(wiring) => <textarea className={`${css.control} ${css.area}`} rows={5} {...control} {...wiring} />}
    </Field>
  );
}

/** Renders a native select for a few options. */
export function Select(props: FieldProps & ControlAttributes<SelectHTMLAttributes<HTMLSelectElement>>) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <div className={css.selectBox}>
          <select className={`${css.control} ${css.select}`} {...control} {...wiring} />
          <span className={css.selectMark}>
            <Icon name="expand" />
          </span>
        </div>
      )}
    </Field>
  );
}
