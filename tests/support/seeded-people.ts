import { seedAdministrator } from "#local/commands/administrators.ts";
import { operate } from "#local/commands/operator.ts";

export const administrator = { email: "admin@guaria.example", password: "contraseña del buzón 🔑" };
/** Has an account without the role. */
export const visitor = { email: "visitor@guaria.example", password: "una contraseña cualquiera" };

/** Makes their accounts, with confirmed addresses. */
export async function seedPeople({ ownerUrl, endpoint }: { ownerUrl: string; endpoint: string }) {
  const address = { databaseUrl: ownerUrl, fetchEndpoint: endpoint };
  for (const person of [administrator, visitor]) await seedAdministrator(address, person);
  await operate(address)({
    visitor: {
      text: "update profiles set role = 'user' where user_id = (select id from accounts where email = $1)",
      values: [visitor.email],
    },
  });
}
