/** Header of `POST /api/contact` with the stamp of its form. */
export const formStampHeader = "Contact-Form-Stamp";

/** Header of `POST /api/contact` with the token of Cloudflare Turnstile, where the site has that. */
export const turnstileHeader = "Contact-Turnstile";

/**
 * Answer of `GET /api/contact/form-stamp`: the time at which the form was opened, signed (a JWT, RFC 7519), and the site's public key where it has
 * Turnstile.
 */
export type FormStampAnswer = { stamp: string; turnstile_site_key?: string };
