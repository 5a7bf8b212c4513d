import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
} from "@supabase/auth-js";
import { authApiVersion, authPath, type OwnSession } from "#functions/contract/account.ts";
import type { AuthConnection } from "./auth-client.ts";

/** The caller's living sessions, last used first. @throws AuthError */
export function listOwnSessions(connection: AuthConnection): Promise<OwnSession[]> {
  return call(connection, "GET", "/sessions");
}

/** Ends one session of the caller at once. One that is gone already is no failure. @throws AuthError */
export async function endOwnSession(connection: AuthConnection, id: string): Promise<void> {
  try {
    await call(connection, "DELETE", `/sessions/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof AuthApiError) || error.status !== 404) throw error;
  }
}

/** Ends the session of an access token, which is not the one in use any more. @throws AuthError */
export function endSessionOf(connection: AuthConnection, accessToken: string): Promise<null> {
  return callAs(connection, accessToken, "POST", "/logout?scope=local");
}

/**
 * Removes the caller's account for good.
 * @throws AuthError `last_administrator`; `conflict` when the password was changed meanwhile
 */
export function deleteOwnAccount(connection: AuthConnection, password: string): Promise<null> {
  return call(connection, "DELETE", "/user", { current_password: password });
}

async function call<Answer>(
  connection: AuthConnection,
  method: "GET" | "DELETE",
  path: string,
  body?: object,
): Promise<Answer> {
  const { data, error } = await connection.auth.getSession();
  if (error) throw error;
  if (!data.session) throw new AuthSessionMissingError();
  return callAs(connection, data.session.access_token, method, path, body);
}

async function callAs<Answer>(
  { transport }: AuthConnection,
  accessToken: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await transport
    .fetch(authPath + path, {
      method,
      headers: {
        Authorization: `Bearer ${accessToken}`,
        "X-Supabase-Api-Version": authApiVersion,
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    .catch((reason) => {
      throw new AuthRetryableFetchError(String(reason), 0);
    });
  if (!response.ok) throw await toAuthError(response);
  return response.status === 204 ? (null as Answer) : response.json();
}

// As the authentication client reads the answers to its own calls.
async function toAuthError(response: Response) {
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  if (response.status >= 500) return new AuthRetryableFetchError(message ?? "", response.status);
  if (code === "session_not_found") return new AuthSessionMissingError();
  if (!code) return new AuthUnknownError(message ?? "", response);
  return new AuthApiError(message ?? "", response.status, code);
}
