import { createMiddleware } from "hono/factory";
import { readEnvironment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import type { AppEnv, Passwords } from "./context.ts";

/** Hands every route the checked settings, the database and the password hash. @throws EnvironmentError */
export const resources = (passwords: Passwords) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const environment = await readEnvironment(c.env);
    c.set("environment", environment);
    c.set("database", connect(environment));
    c.set("passwords", passwords);
    await next();
  });
