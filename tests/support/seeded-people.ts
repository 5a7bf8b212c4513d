import { seedAdministrator } from "#local/commands/administrators.ts";

export const administrator = { email: "admin@guaria.example", password: "contraseña del buzón 🔑" };
/** An account without the administrator's role. */
export const visitor = { email: "visitor@guaria.example", password: "una contraseña cualquiera" };

/** Creates both accounts, with confirmed addresses. */
export async function seedPeople({ ownerUrl, endpoint }: { ownerUrl: string; endpoint: string }) {
  const address = { databaseUrl: ownerUrl, fetchEndpoint: endpoint };
  // The visitor has not signed in yet, so the role moves from there to the administrator.
  for (const person of [visitor, administrator]) await seedAdministrator(address, person);
}
