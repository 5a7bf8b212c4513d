import { describe, expect, test } from "vitest";
import { createRecordCounter, getFileName, receiveExport } from "#web/pages/inbox/list/csv.ts";

const toBytes = (text: string) => new TextEncoder().encode(text);

describe("an export that arrives in parts", () => {
  const csv = '\ufeffname,message\r\nAna,"two\r\nlines, and ""quotes"""\r\nJosé,\r\n';

  test("counts its records, with a part ending anywhere", () => {
    for (let at = 0; at <= toBytes(csv).length; at += 1) {
      const count = createRecordCounter();
      count(toBytes(csv).subarray(0, at));
      expect(count(toBytes(csv).subarray(at))).toBe(2);
    }
  });

  test("is stored byte by byte", async () => {
    const reportedCounts: number[] = [];
    const file = await receiveExport(new Response(csv), (count) => reportedCounts.push(count));
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(toBytes(csv));
    expect(reportedCounts.at(-1)).toBe(2);
  });

  test("fails when a break at any byte looks like the end", async () => {
    for (const at of [0, 1, 20, toBytes(csv).length - 1]) {
      const shorter = new Response(toBytes(csv).subarray(0, at));
      await expect(receiveExport(shorter, () => {})).rejects.toMatchObject({ code: "unreachable" });
    }
    const byByte = new ReadableStream({
      start(controller) {
        for (const byte of toBytes(csv)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect((await receiveExport(new Response(byByte), () => {})).size).toBe(toBytes(csv).length);
  });
});

test("takes the file name from the edge", () => {
  const named = new Response("", {
    headers: { "Content-Disposition": 'attachment; filename="mensajes-2026.csv"' },
  });
  expect(getFileName(named, "x.csv")).toBe("mensajes-2026.csv");
  expect(getFileName(new Response(""), "x.csv")).toBe("x.csv");
});
