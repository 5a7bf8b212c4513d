// An administrator invites another administrator of the inbox by mail.
// Access: administrators who presented a passkey or a recovery code within 15 minutes. Problems: unauthenticated,
// forbidden, passkey_required, not_found if the address already belongs to an administrator, too_many_requests,
// malformed_request, body_too_large, unsupported_media_type, invalid_fields, request_timeout, database_unavailable.
import { Hono } from "hono";
import { toSignInChange } from "#functions/accounts/input.ts";
import { createOneTimeToken } from "#functions/accounts/sign-up/one-time-tokens.ts";
import { invitationInput } from "#functions/contract/account.schema.ts";
import type { AdministratorInvitation } from "#functions/contract/account.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { inviteAdministrator } from "./store.ts";

const lifetimeHours = 72;

export const administrators = new Hono<AppEnv>().post("/invitations", requireAdmin, async (c) => {
  const { email: writtenAddress, language } = validate(invitationInput, await readJson(c));
  const email = writtenAddress.toLowerCase();
  const { database, caller, authorised, environment } = c.var;
  const token = await createOneTimeToken(environment.signingKeys, "recovery", email, lifetimeHours);
  await inviteAdministrator(database, caller, {
    email,
    language,
    token,
    authorised,
    ...(await toSignInChange(c)),
  });
  c.executionCtx.waitUntil(sendDueMails(environment));
  return c.json({ email, expires_at: token.expiresAt } satisfies AdministratorInvitation, 201);
});
