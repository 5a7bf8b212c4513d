import { readFile } from "node:fs/promises";
import { escapeHtml } from "#functions/mail/html.ts";

type Content = Record<string, { schema: unknown }>;
type Operation = {
  summary: string;
  tags: string[];
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type OpenApi = {
  info: { title: string; description: string };
  paths: Record<string, Record<string, Operation>>;
};

/** Renders the JSON schemas of a body by media type. Problems are omitted, because all have the same schema. */
const toSchemas = (content: Content = {}): string =>
  Object.entries(content)
    .filter(([type]) => type !== "application/problem+json")
    .map(([type, { schema }]) => `<p>${type}</p><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`)
    .join("");

/** Renders one call of the API as a section that a click opens. */
function toSection(path: string, method: string, operation: Operation): string {
  const { summary, security, parameters = [], requestBody, responses } = operation;
  const names = parameters.map((parameter) => `${parameter.name} (${parameter.in})`).join(", ");
  const answers = Object.entries(responses).map(
    ([status, { description, content }]) =>
      `<dt>${status}</dt><dd>${escapeHtml(description)}${toSchemas(content)}</dd>`,
  );
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<p>${security?.length ? "Requires an access token." : "Requires no access token."}${names && ` Parameters: ${escapeHtml(names)}.`}</p>
${requestBody ? `<h3>Request</h3>${toSchemas(requestBody.content)}` : ""}<h3>Responses</h3><dl>${answers.join("")}</dl></details>`;
}

/** Renders an OpenAPI document as an HTML page for developers, with a section for each call. */
function renderApiReference({ info, paths }: OpenApi): string {
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => toSection(path, method, operation)),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API of ${escapeHtml(info.title)}</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:60rem;margin:2rem auto;padding:0 1rem}summary{padding:.4rem 0;cursor:pointer}pre{overflow:auto}dt{font-weight:bold}</style>
<h1>API of ${escapeHtml(info.title)}</h1><p>${escapeHtml(info.description)}</p>
${sections.join("\n")}</html>`;
}

/** Renders `docs/api/openapi.json` as an HTML page without script, which `npm start` serves at /api/reference. */
export async function readApiReference(): Promise<string> {
  const file = new URL("../../docs/api/openapi.json", import.meta.url);
  return renderApiReference(JSON.parse(await readFile(file, "utf8")) as OpenApi);
}
