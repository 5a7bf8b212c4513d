import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { content } from "./content/route.ts";
import { hydrationErrors } from "./hydration-errors-route.ts";
import { preview } from "./preview/route.ts";
import { contentHook } from "./publishing/hook-route.ts";

/** The routes of content, preview, publishing and hydration errors. */
export const site = new Hono<AppEnv>()
  .route("/content", content)
  .route("/hooks/content", contentHook)
  .route("/preview", preview)
  .route("/hydration-errors", hydrationErrors);
