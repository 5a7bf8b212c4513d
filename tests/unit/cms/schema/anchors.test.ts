import fc from "fast-check";
import { expect, test } from "vitest";
import { anchorForm, proposeAnchor } from "#cms/schema/fields/anchors.ts";

test("an anchor is proposed from the Spanish headline, without accents and signs", () => {
  expect(proposeAnchor("¿Cómo te ayudamos?", [])).toBe("como-te-ayudamos");
  expect(proposeAnchor("Señal 24/7: protección continua", [])).toBe("senal-24-7-proteccion-continua");
  expect(proposeAnchor("4 pasos claros", [])).toBe("pasos-claros");
});

test("a long headline is cut at a whole word", () => {
  expect(proposeAnchor("Diseño y desarrollo web para empresas que crecen", [])).toBe(
    "diseno-y-desarrollo-web-para-empresas",
  );
});

test("an anchor that another section has is numbered", () => {
  expect(proposeAnchor("Contacto", ["contacto"])).toBe("contacto-2");
  expect(proposeAnchor("Contacto", ["contacto", "contacto-2"])).toBe("contacto-3");
});

test("nothing is proposed before there is a headline", () => {
  expect(proposeAnchor(undefined, [])).toBeUndefined();
  expect(proposeAnchor("¡24/7!", [])).toBeUndefined();
});

test("whatever the headline, what is proposed is an anchor, and nobody else's", () => {
  const word = fc.stringMatching(/^[a-zñá0-9 -]{0,60}$/);
  fc.assert(
    fc.property(word, fc.array(word), (headline, others) => {
      const taken = others.flatMap((other) => proposeAnchor(other, []) ?? []);
      const anchor = proposeAnchor(headline, taken);
      if (anchor === undefined) return;
      expect(anchor).toMatch(anchorForm);
      expect(taken).not.toContain(anchor);
    }),
  );
});
