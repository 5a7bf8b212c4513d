import type { GoTrueClient } from "@supabase/auth-js";
import { grantAdministrator } from "#local/commands/administrators.ts";
import { createConfirmedUser, goodPassword } from "./accounts.ts";
import { type Authenticator, type CeremonyFaults, createAuthenticator } from "./authenticator.ts";
import type { Edge } from "./edge.ts";
import { bearer, json, origin } from "./requests.ts";

export type PasskeyUser = Awaited<ReturnType<typeof createConfirmedUser>>;

/** Creates functions that register passkeys at an edge and sign in with them. */
export function createPasskeyFunctions(edge: Edge) {
  const needPasskeys = (isNeeded: boolean) =>
    edge.database.asOwner("update sign_in_rules set administrators_need_passkeys = $1", [isNeeded]);
  const owner = () => ({ databaseUrl: edge.database.ownerUrl, fetchEndpoint: edge.database.endpoint });

  /** Requests the options of a registration with a password, which the unmodified client does not send. */
  async function startWithPassword(auth: GoTrueClient, password: string) {
    const { session } = (await auth.getSession()).data;
    const headers = { ...bearer(session as never), "X-Supabase-Api-Version": "2024-01-01" };
    const answer = await edge.fetch(
      "/api/auth/passkeys/registration/options",
      json({ current_password: password }, headers),
    );
    const body = (await answer.json()) as { challenge_id: string; options: object; code?: string };
    return answer.ok
      ? { data: body, error: null }
      : { data: null, error: { status: answer.status, code: body.code } };
  }
  async function startRegistration(auth: GoTrueClient, password: string | null = goodPassword) {
    const start = await auth.passkey.startRegistration();
    return start.error?.code === "current_password_required" && password !== null
      ? startWithPassword(auth, password)
      : start;
  }
  /**
   * Performs a registration with the unmodified client and the simulated authenticator. The user gives the password if
   * the edge demands it; a thief without the password has null.
   */
  async function register(
    auth: GoTrueClient,
    authenticator = createAuthenticator(origin),
    faults: CeremonyFaults = {},
    password: string | null = goodPassword,
  ) {
    const { data, error } = await startRegistration(auth, password);
    if (error) return { authenticator, error, data: null };
    const credential = authenticator.create(data.options as never, faults);
    const answer = await auth.passkey.verifyRegistration({
      challengeId: data.challenge_id,
      credential,
    } as never);
    return { authenticator, ...answer };
  }
  async function signIn(auth: GoTrueClient, authenticator: Authenticator, faults: CeremonyFaults = {}) {
    const { data } = await auth.passkey.startAuthentication();
    const credential = authenticator.get(data?.options as never, faults);
    return auth.passkey.verifyAuthentication({ challengeId: data?.challenge_id, credential } as never);
  }
  /** Creates a user with a passkey, whose session began with a password. */
  async function keyHolder() {
    const person = await createConfirmedUser(edge);
    const { authenticator, error, data } = await register(person.auth);
    if (error) throw error;
    return { ...person, authenticator, passkey: data };
  }
  /** Makes a user an administrator, who chooses the same password again and signs in with it. */
  async function promote(person: PasskeyUser) {
    const [account] = await edge.database.asOwner("select password_hash from accounts where email = $1", [
      person.email,
    ]);
    const { result } = await grantAdministrator(owner(), person.email);
    await edge.database.asOwner("update accounts set password_hash = $2 where email = $1", [
      person.email,
      account?.password_hash,
    ]);
    const { data, error } = await person.auth.signInWithPassword(person);
    if (error) throw error;
    return { ...person, session: data.session, result };
  }
  /** Creates an administrator whose session has just presented a passkey. */
  async function administrator() {
    const person = await promote(await createConfirmedUser(edge));
    const { authenticator, error, data } = await register(person.auth);
    if (error) throw error;
    return { ...person, authenticator, passkey: data };
  }
  const signInLater = (person: PasskeyUser, ago: string) =>
    edge.database.asOwner(
      "update sessions set created_at = now() - $2::interval, verified_at = verified_at - $2::interval where account_id = $1",
      [person.session.user.id, ago],
    );
  const kindsOf = async (person: PasskeyUser) =>
    (
      await edge.database.asOwner(
        "select kind from account_events where account_id = $1 order by created_at",
        [person.session.user.id],
      )
    ).map((event) => event.kind);
  const inbox = (session: { access_token: string } | null | undefined) =>
    edge.fetch("/api/submissions", { headers: bearer({ access_token: session?.access_token ?? "" }) });
  return {
    needPasskeys,
    owner,
    startRegistration,
    register,
    signIn,
    keyHolder,
    promote,
    administrator,
    signInLater,
    kindsOf,
    inbox,
  };
}
