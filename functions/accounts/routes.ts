import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { administrators } from "./administrators/route.ts";
import { signInRules } from "./administrators/rules-route.ts";
import { auth } from "./auth-route.ts";
import { profile } from "./profile-route.ts";

/** The routes of accounts, administrators and sign-in rules. */
export const accounts = new Hono<AppEnv>()
  .route("/auth", auth)
  .route("/profile", profile)
  .route("/administrators", administrators)
  .route("/sign-in-rules", signInRules);
