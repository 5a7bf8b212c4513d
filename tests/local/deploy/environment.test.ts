import { expect, test } from "vitest";
import { checkAnswers, createEnvironment } from "#local/deploy/environment.ts";

const storedValues = {
  ownerUrl: "postgresql://vitrina_owner:secret@ep-main.aws.neon.example/vitrina?sslmode=require",
  edgePassword: "p@ss word",
};
const buildEnvironment = (answers: Record<string, string>) =>
  createEnvironment({ SITE_ORIGIN: "https://www.guaria.example", ...answers }, storedValues, {});

test("the edge connects with its own database login", () => {
  expect(buildEnvironment({}).DATABASE_URL).toBe(
    "postgresql://edge:p%40ss%20word@ep-main.aws.neon.example/vitrina?sslmode=require",
  );
});

test("rejects a synthetic message without an alert address before any change, as the edge does", async () => {
  const answers = {
    SITE_ORIGIN: "https://www.guaria.example",
    MAIL_FROM: "Guaria Digital <web@guaria.example>",
    CONTACT_NOTIFY_TO: "hola@guaria.example",
    CANARY_TO: "canario@guaria.example",
  };
  await expect(checkAnswers(answers, {}, {})).rejects.toThrow("CANARY_TO needs CONTACT_ALERT_TO");
  await checkAnswers({ ...answers, CONTACT_ALERT_TO: "guardia@guaria.example" }, {}, {});
});
