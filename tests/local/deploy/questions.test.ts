import { expect, test } from "vitest";
import { collectAnswers, questions } from "#local/deploy/questions.ts";

const validAnswers: Record<string, string> = {
  ...{
    SITE_ORIGIN: "https://www.example.com",
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: "token",
  },
  NEON_API_KEY: "key",
  SANITY_AUTH_TOKEN: "token",
  RESEND_API_KEY: "key",
  MAIL_FROM: "Example <web@example.com>",
  CONTACT_NOTIFY_TO: "hello@example.com",
  ADMIN_EMAIL: "ana@example.com",
};

/** Collects answers; returns the stored answers and the printed lines. */
async function collect(
  environment: Record<string, string>,
  storedAnswers: Record<string, string> = {},
  ask: Parameters<typeof collectAnswers>[2] = null,
) {
  const answers = { ...storedAnswers };
  const outputLines: string[] = [];
  const storeAnswer = async (name: string, value: string) => {
    answers[name] = value;
  };
  await collectAnswers(environment, answers, ask, storeAnswer, (line) => void outputLines.push(line));
  return { answers, told: outputLines };
}

test("reports all missing and malformed answers in one error without a prompt", async () => {
  const error = await collect({ SITE_ORIGIN: "http://localhost:8788", MAIL_FROM: "nobody" }).catch(
    (failure: Error) => failure,
  );
  const lines = (error as Error).message.split("\n");
  expect(lines[0]).toBe("The deployment cannot begin:");
  const requiredNames = questions.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  expect(lines.slice(1).map((line) => line.trim().split(" ")[0])).toEqual(requiredNames);
  expect(lines[1]).toBe(
    "  SITE_ORIGIN has to be the origin that visitors use, such as https://www.example.com.",
  );
  expect(lines.filter((line) => line.includes("is missing"))).toHaveLength(requiredNames.length - 2);
});

test("prefers the environment to earlier answers, and earlier answers to questions", async () => {
  const rejectQuestion = () => Promise.reject(new Error("asked"));
  const { answers } = await collect({ ADMIN_EMAIL: "eva@example.com" }, validAnswers, rejectQuestion);
  expect(answers).toEqual({ ...validAnswers, ADMIN_EMAIL: "eva@example.com" });
});

test("accepts only one address without a name for the first administrator", async () => {
  for (const ADMIN_EMAIL of [
    "Ana <ana@example.com>",
    "ana@example.com, eva@example.com",
    "<ana@example.com>",
  ]) {
    await expect(collect({ ADMIN_EMAIL }, validAnswers)).rejects.toThrow(
      "ADMIN_EMAIL has to be one mail address without a name, such as ana@example.com.",
    );
  }
});

test("asks only for missing answers, and again after an invalid one", async () => {
  const { ADMIN_EMAIL: _, ...otherAnswers } = validAnswers;
  const inputs = ["", "nobody", "ana@example.com"];
  const askedNames: string[] = [];
  const { answers, told: outputLines } = await collect(otherAnswers, {}, async ({ name }) => {
    askedNames.push(name);
    return inputs.shift() ?? "";
  });
  expect([askedNames, answers]).toEqual([["ADMIN_EMAIL", "ADMIN_EMAIL", "ADMIN_EMAIL"], validAnswers]);
  expect(outputLines).toEqual([
    "It is needed.",
    "It has to be one mail address without a name, such as ana@example.com.",
  ]);
});

test.each([
  "http://www.example.com",
  "https://localhost",
  "https://127.0.0.1:8788",
  "https://www.example.com/es",
  "www.example.com",
])("rejects %s as the address of a site", async (SITE_ORIGIN) => {
  await expect(collect({ ...validAnswers, SITE_ORIGIN })).rejects.toThrow("SITE_ORIGIN has to be the origin");
});
