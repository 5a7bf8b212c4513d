import type { Session, User } from "@supabase/auth-js";
import { expectTypeOf, test } from "vitest";
import type { SessionResponse, UserResponse } from "#functions/contract/account.ts";

test("what the edge answers about accounts has the names that the client of Supabase Auth reads", () => {
  expectTypeOf<keyof UserResponse>().toExtend<keyof User>();
  expectTypeOf<keyof Required<UserResponse>["identities"][number]>().toExtend<
    keyof NonNullable<User["identities"]>[number] | "email"
  >();
  expectTypeOf<keyof SessionResponse>().toExtend<keyof Session>();
});
