/** The origin of the site in all tests of the edge. */
export const origin = "https://vitrina.example";

/** The answer to a sign-in, as far as tests read it. */
export type SessionResponse = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  user: { id: string; email: string };
};

/** Returns the header that authorizes a call with a session. */
export const bearer = (session: Pick<SessionResponse, "access_token">) => ({
  Authorization: `Bearer ${session.access_token}`,
});

/** Creates a request with a JSON body. */
export const json = (body: unknown, headers: Record<string, string> = {}, method = "POST"): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});
