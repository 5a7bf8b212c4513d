import { readFile } from "node:fs/promises";
import { createMark, enterInbox, getRows, storeMessage } from "../support/inbox.ts";
import { expect, nightly, test } from "../support/journey.ts";

for (const [address, button, head, language, details] of [
  ["/buzon", "Descargar como CSV", "Fecha y hora;Nombre;Correo;", "Inglés", {}],
  ["/en/inbox", "Download as CSV", "Date and time;Name;Email;", "English", nightly],
] as const) {
  test(
    `a CSV file from ${address} has what the list is narrowed to, in the form that local spreadsheets open`,
    details,
    async ({ page }) => {
      const mark = createMark();
      await storeMessage(mark, { name: "Ana Vieja", service_type: "cctv", days: 40 });
      await storeMessage(mark, { name: "Peter O'Neill", language: "en", message: `Hello; =1+1 ${mark}` });
      await enterInbox(page, `${address}?q=${mark}&language=en`);
      await expect(getRows(page)).toHaveCount(1);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
      const csv = await readFile(await download.path(), "utf8");
      expect(csv.startsWith(`\uFEFF${head}`)).toBe(true);
      const [, record = "", ...otherLines] = csv.split("\r\n");
      expect(otherLines).toEqual([""]);
      expect(record).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;Peter O'Neill;/);
      expect(record).toContain(`"Hello; '=1+1 ${mark}"`);
      expect(record).toContain(`;${language};No;No;`);
    },
  );
}
