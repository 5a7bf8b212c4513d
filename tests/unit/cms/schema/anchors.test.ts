import fc from "fast-check";
import { expect, test } from "vitest";
import { anchorPattern, proposeAnchor } from "#cms/schema/fields/anchors.ts";

test("proposes an anchor from the Spanish headline, without accents and signs", () => {
  expect(proposeAnchor("¿Cómo te ayudamos?", [])).toBe("como-te-ayudamos");
  expect(proposeAnchor("Señal 24/7: protección continua", [])).toBe("senal-24-7-proteccion-continua");
  expect(proposeAnchor("4 pasos claros", [])).toBe("pasos-claros");
});

test("cuts a long headline at a whole word", () => {
  expect(proposeAnchor("Diseño y desarrollo web para empresas que crecen", [])).toBe(
    "diseno-y-desarrollo-web-para-empresas",
  );
});

test("numbers an anchor that another section has", () => {
  expect(proposeAnchor("Contacto", ["contacto"])).toBe("contacto-2");
  expect(proposeAnchor("Contacto", ["contacto", "contacto-2"])).toBe("contacto-3");
});

test("proposes nothing without a headline", () => {
  expect(proposeAnchor(undefined, [])).toBeUndefined();
  expect(proposeAnchor("¡24/7!", [])).toBeUndefined();
});

test("proposes a valid, unused anchor for any headline", () => {
  const headlineArbitrary = fc.stringMatching(/^[a-zñá0-9 -]{0,60}$/);
  fc.assert(
    fc.property(headlineArbitrary, fc.array(headlineArbitrary), (headline, otherHeadlines) => {
      const takenAnchors = otherHeadlines.flatMap((otherHeadline) => proposeAnchor(otherHeadline, []) ?? []);
      const anchor = proposeAnchor(headline, takenAnchors);
      if (anchor === undefined) return;
      expect(anchor).toMatch(anchorPattern);
      expect(takenAnchors).not.toContain(anchor);
    }),
  );
});
