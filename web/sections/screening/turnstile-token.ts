/** A token is good for five minutes: a little less, so that it is still good when it arrives. In milliseconds. */
const goodFor = 285_000;

type Token = { value: string; since: number; message: string | null; renew(): void };
let token: Token | null = null;

/** Turnstile has given a token; `renew` asks it for another one. */
export function keepToken(value: string, renew: () => void): void {
  token = { value, since: Date.now(), message: null, renew };
}

/** The token for a message, by its idempotency key: it is good for one message, and for each try of that. Null while there is none. */
export function takeToken(message: string): string | null {
  if (!token || Date.now() - token.since > goodFor) return null;
  token.message ??= message;
  return token.message === message ? token.value : null;
}

/** The message was sent: the next one has a token of its own. */
export function forgetToken(message: string): void {
  if (token?.message !== message) return;
  const { renew } = token;
  token = null;
  renew();
}
