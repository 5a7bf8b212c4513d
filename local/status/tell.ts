import { push } from "#functions/canary/push.ts";
import type { News } from "#functions/canary/words.ts";

/** Pushes news to where the environment says. @throws Error where no push has told them, or it says nowhere */
export async function tell(
  news: News,
  { PUSH_URL: address, PUSH_TOKEN: token }: Record<string, string | undefined>,
): Promise<void> {
  if (!address) throw new Error("PUSH_URL is not set");
  await push({ address, token }, news);
}
