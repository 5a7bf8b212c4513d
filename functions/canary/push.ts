import type { News } from "./words.ts";

/** Where pushes go: an address that takes a POST of text, and the token that is sent as a bearer's, where it wants one. */
export type PushWay = { address: string; token?: string | undefined };

/** How long a push may take, in milliseconds. */
const timeout = 5_000;

/** Sends a push. The text is the body, as ntfy takes it and most others do: whoever receives it reads two lines. @throws Error where it is not taken */
export async function push({ address, token }: PushWay, { title, text }: News): Promise<void> {
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: `${title}\n${text}`,
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the push was answered ${response.status}`);
}
