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

/** Creates the request of a form without script, by default one of the site's own page. */
export const formPost = (
  fields: Record<string, string>,
  headers: Record<string, string> = { Origin: origin },
): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
  body: String(new URLSearchParams(fields)),
});

/** Returns the status and the error code of an answer. */
export const readProblem = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
