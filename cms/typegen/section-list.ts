import { readdirSync } from "node:fs";
import { basename } from "node:path";

/** Every kind of section there is a file for, as a module that lists them. */
export function sectionList(directory: URL): string {
  const files = readdirSync(directory)
    .map((file) => basename(file, ".ts"))
    .toSorted();
  const imports = files.map((file) => `import { ${camelCase(file)} } from "./sections/${file}.ts";`);
  return `${imports.join("\n")}

/** Every kind of section, each made from a file of its own name. */
export const sections = [
${files.map((file) => `  ${camelCase(file)},`).join("\n")}
];
`;
}

const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
