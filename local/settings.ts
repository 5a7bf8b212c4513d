import { resolve } from "node:path";
import { isAddress } from "#functions/contract/email.ts";
import { type VariablesWith, variables } from "#functions/variables.ts";

export type PortVariable = VariablesWith<{ port: number }>;

/** The settings of `npm start`. */
export type Settings = {
  ports: Record<PortVariable, number>;
  /** The absolute path of the folder for all data. */
  state: string;
  postgresUrl: string | undefined;
  adminEmail: string;
  adminPassword: string | undefined;
};

/** Identifies the content of the stand-in for Sanity; a hosted project has its own. */
export const localContent = { projectId: "vitrina0", dataset: "production" } as const;

function readPort(name: PortVariable): number {
  const text = process.env[name];
  if (!text) return variables[name].port;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new Error(`${name} has to be a port number from 1 to 65535, and is "${text}".`);
}

function readAddress(name: string, defaultAddress: string): string {
  const text = process.env[name]?.trim() || defaultAddress;
  if (isAddress(text)) return text;
  throw new Error(
    `${name} has to be one mail address without a name, such as ana@example.com, and is "${text}".`,
  );
}

/**
 * Reads the settings of `npm start`.
 * @throws Error with one sentence about a malformed variable
 */
export function readSettings(): Settings {
  const names = (Object.keys(variables) as (keyof typeof variables)[]).filter(
    (name): name is PortVariable => "port" in variables[name],
  );
  const ports = Object.fromEntries(names.map((name) => [name, readPort(name)])) as Settings["ports"];
  for (const name of names) {
    const samePortName = names.find((otherName) => otherName !== name && ports[otherName] === ports[name]);
    if (samePortName)
      throw new Error(`${name} and ${samePortName} are both ${ports[name]}: give each a port of its own.`);
  }
  return {
    ports,
    state: resolve(process.env.LOCAL_STATE || variables.LOCAL_STATE.default),
    postgresUrl: process.env.LOCAL_POSTGRES_URL || undefined,
    adminEmail: readAddress("ADMIN_EMAIL", variables.ADMIN_EMAIL.default),
    adminPassword: process.env.ADMIN_PASSWORD || undefined,
  };
}
