export type Mode = "sign_in" | "sign_up";

export type Credentials = { email: string; password: string; confirmation: string };

export type CredentialMessage = `auth.${
  | "required.email"
  | "required.password"
  | "invalidEmail"
  | "tooShort"
  | "tooLong"
  | "mismatch"}`;

export type CredentialErrors = Partial<Record<keyof Credentials, CredentialMessage>>;

const passwordLength = { least: 8, most: 128 };

/** What the form was filled with. A password is taken as it is, to the last space. */
export function readCredentials(form: HTMLFormElement): Credentials {
  const values = new FormData(form);
  const text = (name: keyof Credentials) => String(values.get(name) ?? "");
  return { email: text("email").trim(), password: text("password"), confirmation: text("confirmation") };
}

/** What keeps the form from being sent. Signing in asks only for presence: what is right is the service's to say. */
export function checkCredentials(
  mode: Mode,
  { email, password, confirmation }: Credentials,
): CredentialErrors {
  const errors: CredentialErrors = {};
  if (!email) errors.email = "auth.required.email";
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.email = "auth.invalidEmail";

  const length = [...password].length;
  if (!password) errors.password = "auth.required.password";
  else if (mode === "sign_up" && length < passwordLength.least) errors.password = "auth.tooShort";
  else if (mode === "sign_up" && length > passwordLength.most) errors.password = "auth.tooLong";

  if (mode === "sign_up" && password !== confirmation) errors.confirmation = "auth.mismatch";
  return errors;
}
