import { Resolver } from "node:dns/promises";
import type { DnsAnswer } from "./answers.ts";
import { questions } from "./check.ts";

/** How long one question may take, in milliseconds, and how often it is asked. */
const patience = { timeout: 3_000, tries: 2 };

/** What the DNS answers about who may send mail for a domain. @throws Error when it does not answer */
export async function askDns(domain: string): Promise<DnsAnswer[]> {
  const resolver = new Resolver(patience);
  const answers = await Promise.all(
    questions(domain).map(async ({ name, type }) => {
      try {
        const found =
          type === "TXT"
            ? (await resolver.resolveTxt(name)).map((strings) => strings.join(""))
            : (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
        return found.map((data) => ({ name, type, data }));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "ENOTFOUND" || code === "ENODATA") return [];
        throw new Error(
          `The DNS does not answer for ${name} (${code}): try again, or give a FILE with the output of dig +noall +answer.`,
        );
      }
    }),
  );
  return answers.flat();
}
