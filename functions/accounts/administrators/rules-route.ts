// Sign-in rules of administrators: whether they need passkeys, and the permission to add a first passkey.
// Access: administrators; changes require a passkey or a recovery code within 15 minutes. Problems: unauthenticated,
// forbidden, passkey_required, not_found, too_many_requests, malformed_request, body_too_large, unsupported_media_type,
// invalid_fields, request_timeout, database_unavailable.
import { Hono } from "hono";
import { toSignInChange } from "#functions/accounts/input.ts";
import { firstPasskeyInput, signInRulesInput } from "#functions/contract/account.schema.ts";
import type { FirstPasskeyOpening } from "#functions/contract/account.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import { readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { changeSignInRules, openFirstPasskey, readSignInRules } from "./rules.ts";

export const signInRules = new Hono<AppEnv>()
  .get("/", requireAdmin, async (c) => c.json(await readSignInRules(c.var.database, c.var.authorised)))
  .put("/", requireAdmin, async (c) => {
    const { administrators_need_passkeys } = validate(signInRulesInput, await readJson(c));
    const { database, caller, authorised, environment } = c.var;
    const rules = await changeSignInRules(database, caller, {
      administratorsNeedPasskeys: administrators_need_passkeys,
      authorised,
      client: readClient(c),
      limits: environment,
    });
    c.executionCtx.waitUntil(sendDueMails(environment));
    return c.json(rules);
  })
  .post("/first-passkeys", requireAdmin, async (c) => {
    const email = validate(firstPasskeyInput, await readJson(c)).email.toLowerCase();
    const { database, caller, authorised, environment } = c.var;
    const expiresAt = await openFirstPasskey(database, caller, {
      email,
      authorised,
      ...(await toSignInChange(c)),
    });
    c.executionCtx.waitUntil(sendDueMails(environment));
    return c.json({ email, expires_at: expiresAt } satisfies FirstPasskeyOpening);
  });
