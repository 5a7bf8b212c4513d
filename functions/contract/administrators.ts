/** Answer of `POST /api/administrators/invitations`: the invited address, and the expiry of the invitation (ISO 8601). */
export type AdministratorInvitation = { email: string; expires_at: string };
