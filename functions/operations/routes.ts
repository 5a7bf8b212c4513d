import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { health } from "./health-route.ts";

/** The routes of health checks. */
export const operations = new Hono<AppEnv>().route("/health", health);
