import type { MailPurpose } from "#functions/contract/account.ts";
import type { MessageId } from "#web/language/message-id.ts";
import type { AccountOutcome } from "#web/session/account-actions.ts";
import type { FlashToast } from "#web/ui/flash.ts";

/** A view of the sign-in page. Times are milliseconds since 1970, by the browser's clock. */
export type View =
  | { name: "sign_in" }
  /** `closed` once it is known that the service creates no new accounts. */
  | { name: "sign_up"; closed?: boolean }
  | { name: "recover" }
  | { name: "check_mail"; purpose: "signup" | "recovery"; email: string; sentAt: number }
  | { name: "link"; purpose: MailPurpose; tokenHash: string }
  | { name: "spent_link"; purpose: MailPurpose }
  /** A change of address that only the old or the new address has confirmed. */
  | { name: "half_changed" }
  /**
   * `first` for an account without a password: another person had signed up with the same address, or `invited`, the user
   * has accepted an invitation to the inbox with this address.
   */
  | { name: "new_password"; first?: boolean; invited?: string }
  | { name: "account" }
  /** An administrator on the way to the inbox has to sign in with a passkey first. */
  | { name: "passkey" };

/** The kind of sign-in that the visitor made on this page. */
export type Arrival = "signed_in" | "confirmed" | "password_saved" | "invited";

/**
 * The accepted proofs of identity: `any` includes the password, `passkey` is a passkey or a recovery code, `password` is
 * the current password, which the action sends, and `first` is that of a user who adds the first passkey.
 */
export type Proof = "any" | "passkey" | "password" | "first";

/** Sends an action with the current password. */
type SendWithPassword = (current: string) => AccountOutcome<unknown>;

/** An open request for a proof. `answer` closes it. `send` sends the action that takes the current password. */
export type ProofRequest = {
  proof: Proof;
  answer: (isProven: boolean) => void;
  send?: SendWithPassword | undefined;
};

export type ScreenState = {
  /** The requested view. The address or the session can make the screen show another one. */
  view: View;
  /** The address that the visitor typed last, for the next form. */
  email: string;
  arrival: Arrival | null;
  /** Whether the user left the account. The page asks for no sign-in until the next document opens. */
  hasLeft: boolean;
  proofRequest: ProofRequest | null;
};

/** The state and actions that the parts of the screen share. */
export type AuthScreen = Pick<ScreenState, "email" | "proofRequest"> & {
  /** The view on screen. */
  view: View;
  /** Whether the account is requested without a session, so that the sign-in comes first. */
  needsSignIn: boolean;
  /** Whether a signed-in visitor is on the way to another document. */
  isLeaving: boolean;
  /** Returns an absolute address of this site, in the language of mails. */
  returnTo: () => string;
  show: (view: View) => void;
  typeEmail: (email: string) => void;
  /** Stores the kind of sign-in. */
  arrive: (arrival: Arrival) => void;
  /** Leaves the account for the home page, which shows the toast. */
  leaveAccount: (toast: FlashToast) => void;
  /** Asks for a proof of identity. Returns false without one. */
  ask: (proof: Proof, send?: SendWithPassword) => Promise<boolean>;
  /**
   * Runs an action. If the service demands a proof, asks for it and runs the action again; returns null without it. The
   * action gets the current password if the service demands that.
   */
  attempt: <Value>(
    action: (current?: string) => AccountOutcome<Value>,
  ) => Promise<Awaited<AccountOutcome<Value>> | null>;
};

/** The fields of all account forms. `current` is the current password, `address` the recipient of a code. */
export type FieldName =
  | "email"
  | "password"
  | "confirmation"
  | "current"
  | "code"
  | "address"
  | "recovery"
  | "name"
  | "title";

export type Fields = Record<FieldName, string>;

/** A message beside a field. */
export type FieldMessage = Extract<MessageId, `auth.${string}`>;

export type FieldErrors = Partial<Record<FieldName, FieldMessage>>;

/** A message in the alert above a form. */
export type AuthMessage = Extract<MessageId, "auth.recovery.wrong" | `auth.error.${string}`>;
