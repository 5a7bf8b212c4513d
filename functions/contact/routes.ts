import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { ownMessage } from "./own-message-route.ts";
import { contactForm } from "./route.ts";

/** The routes of the contact form and of the sender's own link. */
export const contact = new Hono<AppEnv>().route("/contact", contactForm).route("/contact/own", ownMessage);
