import { expect, nightly, test } from "../support/journey.ts";

test.use({ expectedErrors: /404/ });

for (const [language, path, home] of [
  ["es", "/no-existe", "/"],
  ["en", "/en/does-not-exist", "/en"],
] as const) {
  test(
    `an unknown path answers 404 and leads home (${language})`,
    language === "es" ? {} : nightly,
    async ({ page }) => {
      const logged = page.waitForEvent("console", (message) => message.text().includes(path));
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.getByText("404")).toBeVisible();
      await expect(page.getByText("Oops! Page not found")).toBeVisible();
      expect((await logged).type()).toBe("error");
      await page.getByRole("link", { name: "Return to Home" }).click();
      await expect(page).toHaveURL(home);
    },
  );
}

test("pages, files, the API, errors, redirects and missing pages have the same security headers", async ({
  request,
  baseURL,
}) => {
  for (const [path, status] of [
    ["/", 200],
    ["/en/contact", 200],
    ["/robots.txt", 200],
    ["/api/health", 200],
    ["/api/profile", 401],
    ["/api/contact", 405],
    ["/api/no-existe", 404],
    ["/no-existe", 404],
    ["/en/does-not-exist", 404],
    ["/contacto/", 308],
    ["/plataforma-de-gestion-de-reputacion", 301],
  ] as const) {
    const answer = await request.get(`${baseURL}${path}`, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(status);
    expect(answer.headers(), path).toMatchObject({
      "strict-transport-security": "max-age=31536000",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
  }
});
