import { requireCaller } from "./session.ts";

/** Guards what an administrator may do; the role is read from the database with the work. @throws Refusal unauthenticated, forbidden */
export const requireAdmin = requireCaller("admin");
