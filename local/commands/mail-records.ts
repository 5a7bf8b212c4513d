// `npm run mail-records -- DOMAIN [FILE]`: whether mail of a domain is believed, by what the DNS says of it; with a FILE by the answers in
// it, as `dig +noall +answer` prints them.
import { readFile } from "node:fs/promises";
import { type DnsAnswer, readAnswers } from "#local/mail-records/answers.ts";
import { askDns } from "#local/mail-records/ask-dns.ts";
import { checkMailRecords } from "#local/mail-records/check.ts";
import { say, sentence } from "#local/processes/terminal.ts";

const signs = { fine: "fine  ", wrong: "WRONG ", advice: "advice" };

try {
  const [domain = "", file, ...rest] = process.argv.slice(2);
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain) || rest.length > 0) {
    throw new Error(
      "Say which domain: npm run mail-records -- example.com, and a FILE after it with answers of the DNS.",
    );
  }
  const answers: DnsAnswer[] = file ? readAnswers(await readFile(file, "utf8")) : await askDns(domain);
  const checks = checkMailRecords(domain.toLowerCase(), answers);
  for (const { record, state, says } of checks) say(`${signs[state]}  ${record}: ${says}`);
  if (checks.some(({ state }) => state === "wrong")) process.exitCode = 1;
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
