import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { studioLocales } from "#cms/language.ts";
import { spanish } from "#cms/spanish.ts";

// The Studio's workspace has its own dependencies.
const { esESLocale } = createRequire(new URL("../../../cms/package.json", import.meta.url))(
  "@sanity/locale-es-es",
);

type LocaleBundle = { namespace: string; resources: () => Promise<{ default: Record<string, string> }> };

/** Returns Sanity's Spanish texts of a namespace. */
async function readSanitySpanish(namespace: string): Promise<Record<string, string>> {
  const plugin: { i18n: { locales: { id: string; bundles: LocaleBundle[] }[] } } = esESLocale();
  const bundle = plugin.i18n.locales
    .find(({ id }) => id === studioLocales.es)
    ?.bundles.find((candidate) => candidate.namespace === namespace);
  return (await bundle?.resources())?.default ?? {};
}

test.each(["studio", "structure"] as const)(
  "no Spanish text of the Studio has to agree with the gender of a document type (%s)",
  async (namespace) => {
    const texts = { ...(await readSanitySpanish(namespace)), ...spanish[namespace] };
    const textsWithArticle = Object.entries(texts).filter(([, text]) =>
      /\b(nuevo|nueva|un|una|el|la) \{\{schemaType\}\}/i.test(text),
    );
    expect(Object.keys(texts).length).toBeGreaterThan(100);
    expect(textsWithArticle).toEqual([]);
  },
);
