/** Answer of `GET /api/profile`, read from the database at every call. */
export type Profile = { user_id: string; role: Role };

export type Role = "admin" | "user";
