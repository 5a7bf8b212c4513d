/** The site's origin, wherever the edge is tested. */
export const origin = "https://vitrina.example";

/** What signing in answers with, as far as the tests look at it. */
export type SessionResponse = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  user: { id: string; email: string };
};

/** The header that makes a call the signed-in person's. */
export const bearer = (session: Pick<SessionResponse, "access_token">) => ({
  Authorization: `Bearer ${session.access_token}`,
});

/** A request with a JSON body. */
export const json = (body: unknown, headers: Record<string, string> = {}, method = "POST"): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});
