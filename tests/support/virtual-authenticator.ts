/** Options of a device that Chromium simulates. It recognizes its user, unless a test turns that off, and answers at once. */
export const authenticatorOptions = {
  protocol: "ctap2",
  ctap2Version: "ctap2_1",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;
