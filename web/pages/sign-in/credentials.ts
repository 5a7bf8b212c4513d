import { codeLength, passwordLength } from "#functions/contract/account.ts";
import { toPlainEmail } from "#functions/contract/characters.ts";
import { isAddress } from "#functions/contract/email.ts";
import type { FieldErrors, FieldName, Fields } from "./types.ts";

/** Returns the values of a form. A password is never trimmed. */
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
    title: text("title").trim(),
  };
}

/** Returns a sign-in's errors. It allows more addresses than the sign-up, because accounts can predate its rule. */
export function checkSignIn({ email, password }: Pick<Fields, "email" | "password">): FieldErrors {
  const errors: FieldErrors = {};
  if (!email) errors.email = "auth.required.email";
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.email = "auth.invalidEmail";
  if (!password) errors.password = "auth.required.password";
  return errors;
}

/** Returns the errors of a sign-up. */
export const checkSignUp = (fields: Pick<Fields, "email" | "password" | "confirmation">): FieldErrors => ({
  ...checkEmail(fields.email),
  ...checkNewPassword(fields),
});

/** Returns the error of an address, by the rule of the edge. */
export function checkEmail(email: string): FieldErrors {
  if (!email) return { email: "auth.required.email" };
  return isAddress(email) ? {} : { email: "auth.invalidEmail" };
}

/** Returns the errors of a new password and its repetition that the browser can find. */
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

/** Returns an error if the current password is missing. */
export const checkCurrentPassword = ({ current }: Pick<Fields, "current">): FieldErrors =>
  current ? {} : { current: "auth.required.current" };

export const checkCode = ({ code }: Pick<Fields, "code">): FieldErrors =>
  code.length === codeLength ? {} : { code: "auth.code.incomplete" };
