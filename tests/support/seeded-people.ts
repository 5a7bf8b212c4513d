import { seedAdministrator } from "#local/commands/administrators.ts";

export const administrator = { email: "admin@guaria.example", password: "contraseña del buzón 🔑" };
/** Has an account without the role. */
export const visitor = { email: "visitor@guaria.example", password: "una contraseña cualquiera" };

/** Makes their accounts, with confirmed addresses. */
export async function seedPeople({ ownerUrl, endpoint }: { ownerUrl: string; endpoint: string }) {
  const address = { databaseUrl: ownerUrl, fetchEndpoint: endpoint };
  // Nobody has signed in to the first one, so that it loses the role to the second.
  for (const person of [visitor, administrator]) await seedAdministrator(address, person);
}
