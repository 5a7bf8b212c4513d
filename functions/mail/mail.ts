/** What is in a mail; who sends it and who gets it is decided when it is sent. */
export type Mail = { subject: string; text: string; html: string; replyTo?: string };
