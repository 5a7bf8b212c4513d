import { Card, Stack, Text } from "@sanity/ui";
import type { InputProps } from "sanity";
import { useSay } from "./language.ts";
import type { Label, LabelFn } from "./schema/labels.ts";

/** Returns the help for editors by document type: what it is, where it is shown, and what publishing does. */
const helpOf = (say: LabelFn): Record<string, [purpose: Label, location: Label, effect: Label]> => ({
  page: [
    say({
      es: "Es una página del sitio, hecha de secciones que puedes agregar, ordenar y copiar. Las páginas fijas del sitio están siempre; las demás las creas, copias y borras tú.",
      en: "It’s a page of the site, made of sections you can add, reorder and copy. The site’s fixed pages are always there; you create, copy and delete the others.",
    }),
    say({
      es: "Se ve en su dirección en español y en inglés, en el menú y el pie si está ahí, en los buscadores y en los enlaces que se comparten.",
      en: "It’s shown at its address in Spanish and in English, in the menu and the footer if it’s been added there, in search engines and in shared links.",
    }),
    say({
      es: "Lo que escribes se guarda como borrador, que los visitantes no ven. Al publicar lo ven en segundos, en ambos idiomas; si cambió su dirección, la anterior lleva a la nueva. No se puede publicar mientras falte un texto o un enlace no lleve a nada.",
      en: "What you write is saved as a draft, which visitors don’t see. When you publish, they see it within seconds, in both languages; if its address changed, the old one leads to it. It can’t be published while a text is missing or a link leads nowhere.",
    }),
  ],
  siteSettings: [
    say({
      es: "Son los datos de la empresa: su nombre, sus contactos y sus cifras, cada uno escrito una sola vez.",
      en: "They’re the company’s details: its name, contacts and figures, each written once.",
    }),
    say({
      es: "Se ven en todas las páginas: en el menú, en el pie y donde un texto nombra una cifra entre llaves.",
      en: "They’re shown on every page: in the menu, in the footer and wherever a text names a figure in braces.",
    }),
    say({
      es: "Al publicar cambian en todas las páginas a la vez, en segundos.",
      en: "When you publish, they change on every page at once, within seconds.",
    }),
  ],
  navigation: [
    say({
      es: "Es la lista de páginas a las que llevan el menú y el pie, en su orden.",
      en: "It’s the list of pages the menu and the footer lead to, in order.",
    }),
    say({
      es: "Se ve arriba y abajo en todas las páginas; cada página se llama ahí por su nombre corto, o por su título si no lo tiene.",
      en: "It’s shown at the top and bottom of every page; each page goes by its short name there, or by its title if it has none.",
    }),
    say({
      es: "Al publicar cambia en todas las páginas a la vez, en segundos. Una página tiene que estar publicada antes de ponerla aquí.",
      en: "When you publish, it changes on every page at once, within seconds. A page has to be published before it’s added here.",
    }),
  ],
  redirect: [
    say({
      es: "Es una dirección que el sitio ya no usa, y la página a la que lleva.",
      en: "It’s an address the site no longer uses, and the page it leads to.",
    }),
    say({
      es: "No se ve: quien abre la dirección antigua llega a la página, y los buscadores aprenden la nueva.",
      en: "It isn’t shown: anyone who opens the old address gets to the page, and search engines learn the new one.",
    }),
    say({
      es: "Al publicar funciona en segundos; si la borras, la dirección antigua deja de llevar a la página.",
      en: "When you publish, it works within seconds; if you delete it, the old address no longer leads to the page.",
    }),
  ],
});

/** Renders an input of the Studio. Adds collapsed help above a whole document. */
export function WithHelp(props: InputProps) {
  const say = useSay();
  const help = props.path.length === 0 ? helpOf(say)[props.schemaType.name] : undefined;
  if (!help) return props.renderDefault(props);
  return (
    <Stack gap={5}>
      <Card as="details" padding={3} radius={2} tone="transparent" border>
        <summary style={{ cursor: "pointer" }}>
          <Text as="span" size={1} weight="medium" style={{ display: "inline-block" }}>
            {say({ es: "Qué es y qué pasa al publicar", en: "What it is and what happens when you publish" })}
          </Text>
        </summary>
        <Stack gap={3} paddingTop={4}>
          {help.map((sentence) => (
            <Text key={sentence} size={1} muted>
              {sentence}
            </Text>
          ))}
        </Stack>
      </Card>
      {props.renderDefault(props)}
    </Stack>
  );
}
