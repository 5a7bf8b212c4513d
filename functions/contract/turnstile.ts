/** Where the script and the frame of Cloudflare Turnstile are from. */
export const turnstileOrigin = "https://challenges.cloudflare.com";
