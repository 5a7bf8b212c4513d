// An administrator invites another administrator of the inbox by mail. Sign-in rules of administrators: whether they
// need passkeys, and the permission to add a first passkey.
// Changes require a passkey or a recovery code within 15 minutes.
import { Hono } from "hono";
import { toSignInChange } from "#functions/accounts/sign-in-changes.ts";
import { createOneTimeToken } from "#functions/accounts/sign-up/one-time-tokens.ts";
import { firstPasskeyInput, invitationInput, signInRulesInput } from "#functions/contract/account.schema.ts";
import type { AdministratorInvitation, FirstPasskeyOpening } from "#functions/contract/answers.schema.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireAdminOfAccounts } from "#functions/kernel/http/session.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { changeSignInRules, inviteAdministrator, openFirstPasskey, readSignInRules } from "./store.ts";

export const administrators = new Hono<AppEnv>().post("/invitations", requireAdminOfAccounts, async (c) => {
  const { email: writtenAddress, language } = validate(invitationInput, await readJson(c));
  const email = writtenAddress.toLowerCase();
  const { environment } = c.var;
  const token = await createOneTimeToken(environment.signingKeys, "invite", email);
  await inviteAdministrator(await toSignInChange(c), { email, language, token });
  c.executionCtx.waitUntil(sendDueMails(environment));
  return c.json({ email, expires_at: token.expiresAt } satisfies AdministratorInvitation, 201);
});

export const signInRules = new Hono<AppEnv>()
  .get("/", requireAdminOfAccounts, async (c) => c.json(await readSignInRules(c.var)))
  .put("/", requireAdminOfAccounts, async (c) => {
    const { administrators_need_passkeys } = validate(signInRulesInput, await readJson(c));
    const rules = await changeSignInRules(await toSignInChange(c), administrators_need_passkeys);
    c.executionCtx.waitUntil(sendDueMails(c.var.environment));
    return c.json(rules);
  })
  .post("/first-passkeys", requireAdminOfAccounts, async (c) => {
    const email = validate(firstPasskeyInput, await readJson(c)).email.toLowerCase();
    const expiresAt = await openFirstPasskey(await toSignInChange(c), email);
    c.executionCtx.waitUntil(sendDueMails(c.var.environment));
    return c.json({ email, expires_at: expiresAt } satisfies FirstPasskeyOpening);
  });
