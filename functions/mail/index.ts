/** Exports the parts of mail that other slices use. */
export { deliverMail } from "./deliver.ts";
export { toSender, writeCompanyLetter } from "./letter.ts";
export type { PasskeyChange } from "./outgoing-mail.ts";
export { sendDueMails } from "./send-due-mails.ts";
export { mailQuery, mailsQuery } from "./store.ts";
export { unkeptMessage } from "./templates/contact-notice.ts";
