/** Answer of `POST /api/administrators/invitations`: the invited address, and until when it can be accepted, in ISO 8601. */
export type AdministratorInvitation = { email: string; expires_at: string };
