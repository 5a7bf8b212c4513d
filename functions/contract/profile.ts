/** Answer of `GET /api/profile`, read from the database at every call. */
export type Profile = {
  user_id: string;
  role: Role;
  /** Administrators need a passkey here, and this session has shown none: it opens nothing that is theirs. */
  passkey_required?: true;
};

export type Role = "admin" | "user";
