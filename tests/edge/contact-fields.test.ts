import { beforeEach, expect, test, vi } from "vitest";
import type { FullPage } from "#functions/contract/answers.schema.ts";
import { type ContactField, type ContactMessage, toColumn } from "#functions/contract/contact.ts";
import { getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { startEdge } from "../support/edge.ts";
import { formPost, json } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
beforeEach(() => edge.forgetMessages());

const { first: day } = getOfferedDays(toCompanyDay(new Date()));

/** A message with every field. */
const message: { [Field in ContactField]: NonNullable<ContactMessage[Field]> } = {
  name: "Ana Pérez",
  email: "ana@cliente.example",
  phone: "+506 8712 3456",
  company: "Pérez y Hermanas",
  service: "cctv",
  plan: "TI Básico",
  meeting_day: day,
  meeting_part: "morning",
  source: "recommendation",
  message: "Quisiera cuatro cámaras.",
  language: "en",
};
/** The text of each field in the mail to the company. */
const mailTexts: Record<ContactField, string> = {
  ...message,
  service: "Sistemas CCTV",
  meeting_day: new Intl.DateTimeFormat("es-CR", { dateStyle: "full", timeZone: "UTC" }).format(new Date(day)),
  meeting_part: "Por la mañana (hora de Costa Rica)",
  source: "Recomendación",
  language: "Inglés",
};
const fields = Object.keys(message) as ContactField[];

test.each([
  ["JSON", () => json(message), 201],
  ["a form without script", () => formPost(message), 303],
])(
  "a message that is sent as %s keeps every field: in the mail, the inbox and the export",
  async (_, request, status) => {
    expect((await edge.fetch("/api/contact", request())).status).toBe(status);
    const [mail] = await vi.waitUntil(
      async () => {
        const mails = await edge.mailbox.listTo("hola@guaria.example");
        const waitingMails = await edge.database.asOwner("select from outgoing_mails where sent_at is null");
        return waitingMails.length === 0 && mails.length > 0 && mails;
      },
      { timeout: 60_000 },
    );
    const include = "include=doubts,wishes";
    const list = await edge.fetch(`/api/submissions?${include}`, { headers: admin });
    const [listedSubmission] = ((await list.json()) as FullPage).items;
    const response = await edge.fetch(`/api/submissions/${listedSubmission?.id}?${include}`, {
      headers: admin,
    });
    expect(await response.json()).toEqual(listedSubmission);
    const csv = await (await edge.fetch("/api/submissions/export.csv", { headers: admin })).text();
    const [columns = [], cells = []] = csv
      .replace("\uFEFF", "")
      .split("\r\n")
      .map((line) => line.split(","));
    for (const field of fields) {
      const column = toColumn(field);
      expect(mail?.text, field).toContain(mailTexts[field]);
      expect(mail?.html, field).toContain(mailTexts[field]);
      expect(listedSubmission?.[column], field).toBe(message[field]);
      expect(cells[columns.indexOf(column)], field).toBe(message[field]);
    }
  },
);
