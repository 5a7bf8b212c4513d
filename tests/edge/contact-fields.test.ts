import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FullPage } from "#functions/contract/answers.schema.ts";
import type { ContactMessage } from "#functions/contract/contact.schema.ts";
import { type ContactField, submissionNames } from "#functions/contract/contact.ts";
import { getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { startEdge } from "../support/edge.ts";
import { json, origin } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
beforeEach(() =>
  edge.database.asOwner("truncate contact_submissions, contact_receipts, outgoing_mails, message_rates"),
);

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

const createForm = () => ({
  method: "POST",
  headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
  body: String(new URLSearchParams(message)),
});

describe.each([
  ["JSON", () => json(message), 201],
  ["a form without script", createForm, 303],
])("every field of a message that is sent as %s", (_, request, status) => {
  beforeEach(async () => {
    const response = await edge.fetch("/api/contact", request());
    expect([response.status, response.headers.get("Location")?.split("#")[1] ?? null]).toEqual([
      status,
      status === 303 ? "sent" : null,
    ]);
  });

  test("is in the mail to the company, as text and as HTML", async () => {
    const [mail] = await vi.waitUntil(
      async () => {
        const mails = (await edge.mailbox.messages()).filter(({ to }) => to?.includes("hola@guaria.example"));
        const waitingMails = await edge.database.asOwner("select from outgoing_mails where sent_at is null");
        return waitingMails.length === 0 && mails.length > 0 && mails;
      },
      { timeout: 60_000 },
    );
    for (const field of fields) {
      expect(mail?.text, field).toContain(mailTexts[field]);
      expect(mail?.html, field).toContain(mailTexts[field]);
    }
  });

  test("is in the inbox, in the list and in the single message", async () => {
    const include = "include=doubts,wishes";
    const list = await edge.fetch(`/api/submissions?${include}`, { headers: admin });
    const [listedSubmission] = ((await list.json()) as FullPage).items;
    const response = await edge.fetch(`/api/submissions/${listedSubmission?.id}?${include}`, {
      headers: admin,
    });
    expect(await response.json()).toEqual(listedSubmission);
    for (const field of fields)
      expect(listedSubmission?.[submissionNames[field]], field).toBe(message[field]);
  });

  test("is in the export, each in its own column", async () => {
    const csv = await (await edge.fetch("/api/submissions/export.csv", { headers: admin })).text();
    const [head = "", record = ""] = csv.replace("\uFEFF", "").split("\r\n");
    const columns = head.split(",");
    const cells = record.split(",");
    for (const field of fields) {
      expect(cells[columns.indexOf(submissionNames[field])], field).toBe(message[field]);
    }
  });
});
