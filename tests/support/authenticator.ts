import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** The options of a ceremony, as a server sends them to a browser. */
type CeremonyOptions = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } };

/** Deviations of an authenticator, or of the page that calls it, from correct behavior. */
export type CeremonyFaults = {
  origin?: string;
  host?: string;
  challenge?: string;
  type?: string;
  /** The flag bits: 1 for user presence, 4 for user verification. */
  flags?: number;
  signCount?: number;
  format?: string;
  statement?: Map<string, unknown>;
  /** The attested id of the passkey. `name` is the id that the browser sends. */
  id?: Buffer;
  name?: string;
  /** The public key in COSE. */
  publicKey?: Uint8Array;
};

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString("base64url");
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

/**
 * Creates an authenticator as a browser shows it to a server. It has one passkey (ES256), signs with it, and counts its
 * signatures unless a test sets the count.
 */
export function createAuthenticator(origin: string) {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let signatures = 0;

  const createClientData = (type: string, { challenge }: CeremonyOptions, faults: CeremonyFaults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const createAuthenticatorData = (
    options: CeremonyOptions,
    faults: CeremonyFaults,
    attested = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.signCount ?? signatures);
    const host = faults.host ?? options.rpId ?? options.rp?.id ?? "";
    const flags = (faults.flags ?? 5) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested]);
  };
  const credentialFields = { id: base64url(id), rawId: base64url(id), type: "public-key" as const };

  return {
    id: credentialFields.id,
    /** Answers the options of a registration. */
    create(options: CeremonyOptions, faults: CeremonyFaults = {}) {
      const attestedId = faults.id ?? id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(attestedId.length);
      const attested = Buffer.concat([
        ...[Buffer.alloc(16), length, attestedId],
        faults.publicKey ?? toCose(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", faults.format ?? "none"],
        ["attStmt", faults.statement ?? new Map()],
        ["authData", new Uint8Array(createAuthenticatorData(options, faults, attested))],
      ]);
      return {
        ...credentialFields,
        ...(faults.name !== undefined && { id: faults.name, rawId: faults.name }),
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(createClientData("webauthn.create", options, faults)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ["internal"] as AuthenticatorTransport[],
        },
      };
    },
    /** Answers the options of a sign-in. */
    get(options: CeremonyOptions, faults: CeremonyFaults = {}) {
      signatures += 1;
      const client = createClientData("webauthn.get", options, faults);
      const authenticator = createAuthenticatorData(options, faults);
      const signature = sign("sha256", Buffer.concat([authenticator, sha256(client)]), privateKey);
      return {
        ...credentialFields,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticator),
          signature: base64url(signature),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

// RFC 9052: an EC2 key for ES256 on P-256.
function toCose(publicKey: KeyObject): Uint8Array {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return encodeCose({ 1: 2, 3: -7, [-1]: 1, [-2]: x, [-3]: y });
}

/** Encodes a COSE key from its labels. Text values are bytes in base64url. */
export const encodeCose = (members: Record<number, number | string>): Uint8Array =>
  isoCBOR.encode(
    new Map(
      Object.entries(members).map(([label, value]) => [
        Number(label),
        typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64url")) : value,
      ]),
    ) as never,
  );
