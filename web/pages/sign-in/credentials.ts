import { codeLength, passwordLength } from "#functions/contract/account.ts";
import { toPlainEmail } from "#functions/contract/characters.ts";
import { isAddress } from "#functions/contract/mailbox.ts";

export type Mode = "sign_in" | "sign_up";

/** The fields of all forms about accounts; `current` is the password so far. */
export type FieldName =
  | "email"
  | "password"
  | "confirmation"
  | "current"
  | "code"
  | "address"
  | "recovery"
  | "name";

export type Fields = Record<FieldName, string>;

export type Credentials = Pick<Fields, "email" | "password" | "confirmation">;

export type FieldMessage = `auth.${
  | "required.email"
  | "required.password"
  | "required.current"
  | "required.newEmail"
  | "required.recovery"
  | "required.name"
  | "nameTooLong"
  | "recovery.wrong"
  | "invalidEmail"
  | "sameEmail"
  | "tooShort"
  | "tooLong"
  | "mismatch"
  | "code.incomplete"
  | "code.wrong"
  | "code.dead"
  | "error.current"
  | "error.samePassword"
  | "error.weakPassword"
  | "error.common"
  | "error.predictable"}`;

export type FieldErrors = Partial<Record<FieldName, FieldMessage>>;

/** What a form was filled with. A password is taken as it is, to the last space. */
export function readFields(form: HTMLFormElement): Fields {
  const values = new FormData(form);
  const text = (name: FieldName) => String(values.get(name) ?? "");
  return {
    email: toPlainEmail(text("email")),
    password: text("password"),
    confirmation: text("confirmation"),
    current: text("current"),
    code: text("code").replace(/\D/g, ""),
    address: text("address"),
    recovery: text("recovery").trim(),
    name: text("name").trim(),
  };
}

/** What keeps the form from being sent. Signing in asks only for presence: accounts may be older than the rule for addresses. */
export function checkCredentials(mode: Mode, { email, password, confirmation }: Credentials): FieldErrors {
  if (mode === "sign_up") return { ...checkEmail(email), ...checkNewPassword({ password, confirmation }) };
  return { ...checkKnownEmail(email), ...(password ? {} : { password: "auth.required.password" as const }) };
}

/** What is wrong with an address, by the rule of the edge. */
export function checkEmail(email: string): FieldErrors {
  if (!email) return { email: "auth.required.email" };
  return isAddress(email) ? {} : { email: "auth.invalidEmail" };
}

function checkKnownEmail(email: string): FieldErrors {
  if (!email) return { email: "auth.required.email" };
  return /^[^\s@]+@[^\s@]+$/.test(email) ? {} : { email: "auth.invalidEmail" };
}

/** What is wrong with a new password and its repetition, before the service has looked at it. */
export function checkNewPassword({
  password,
  confirmation,
}: Pick<Fields, "password" | "confirmation">): FieldErrors {
  const errors: FieldErrors = {};
  const length = [...password.normalize("NFC")].length;
  if (!password) errors.password = "auth.required.password";
  else if (length < passwordLength.minimum) errors.password = "auth.tooShort";
  else if (length > passwordLength.maximum) errors.password = "auth.tooLong";
  if (password !== confirmation) errors.confirmation = "auth.mismatch";
  return errors;
}

export const checkCode = ({ code }: Pick<Fields, "code">): FieldErrors =>
  code.length === codeLength ? {} : { code: "auth.code.incomplete" };
