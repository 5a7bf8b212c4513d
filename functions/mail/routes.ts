import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { mailAlerts } from "./alerts-route.ts";
import { mailHook } from "./hook-route.ts";

/** The routes of delivery alerts and of the mail provider's webhook. */
export const mail = new Hono<AppEnv>().route("/hooks/mail", mailHook).route("/mail-alerts", mailAlerts);
