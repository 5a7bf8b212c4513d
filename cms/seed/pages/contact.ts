import { line, text, toPage } from "../compose.ts";

const figure = (key: string) => ({ _type: "figureMention", key });

export const contact = {
  _id: "contact",
  _type: "page",
  name: "contact",
  title: line("Contacto", "Contact"),
  description: text(
    "Cuéntanos qué necesita tu empresa: sitio web, soporte, marketing, SEO, reputación o cámaras. Te responderemos pronto.",
    "Tell us what your business needs: website, support, marketing, SEO, reputation or cameras. We will reply soon.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("¿Cómo podemos ayudarte?", "How can we help you?"),
      text: text(
        "Cuéntanos qué quieres lograr o qué dejó de funcionar. Con unas pocas líneas nos basta para empezar.",
        "Tell us what you want to achieve, or what has stopped working. A few lines are enough to get started.",
      ),
    },
    {
      _type: "figures",
      title: line("Con quién vas a trabajar", "Who you will be working with"),
      items: [figure("projects"), figure("clients"), figure("collaborators"), figure("years")],
    },
    {
      _type: "contactForm",
      anchor: "formulario",
      title: line("Envíanos un mensaje", "Send us a message"),
      text: text(
        "Solo tu nombre y tu correo son obligatorios. Lo demás nos ayuda a darte una mejor respuesta.",
        "Only your name and e-mail are required. The rest helps us give you a better answer.",
      ),
      notice: text(
        "Guardamos lo que escribes aquí solo para atender tu consulta. Puedes pedirnos que lo borremos cuando quieras.",
        "We keep what you write here only to deal with your enquiry. You can ask us to erase it at any time.",
      ),
      noticeLabel: line("Cómo cuidamos tus datos", "How we look after your data"),
      noticeLink: toPage("privacy"),
    },
  ],
};
