import { button, item, line, text, toContact } from "../compose.ts";

export const privacy = {
  _id: "privacy",
  _type: "page",
  name: "privacy",
  title: line("Privacidad", "Privacy"),
  description: text(
    "Qué guardamos cuando nos escribes, para qué, por cuánto tiempo y cómo pedir que lo borremos.",
    "What we keep when you write to us, what for, for how long, and how to have it erased.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("Tus datos, en palabras sencillas", "Your data, in plain words"),
      text: text(
        "Esto es todo lo que {brand} guarda sobre ti, para qué lo usa y cómo puedes pedir que lo borre.",
        "This is all that {brand} keeps about you, what it uses it for and how you can have it erased.",
      ),
    },
    {
      _type: "statements",
      anchor: "que-guardamos",
      title: line("Qué guardamos", "What we keep"),
      items: [
        item(
          line("Si nos envías un mensaje", "If you send us a message"),
          text(
            "Tu nombre y tu correo; tu teléfono, tu empresa, el servicio que te interesa, cómo nos conociste y tu mensaje, si los escribes; el idioma del sitio y la fecha y hora del envío.",
            "Your name and e-mail; your phone, your company, the service you are interested in, how you heard of us and your message, if you give them; the language of the site, and the date and time.",
          ),
        ),
        item(
          line("Si creas una cuenta", "If you create an account"),
          text(
            "Tu correo y una huella de tu contraseña, de la que no se puede leer la contraseña misma. Tu sesión se guarda en tu navegador hasta que la cierras.",
            "Your e-mail, and a fingerprint of your password from which the password itself cannot be read. Your session is kept in your browser until you sign out.",
          ),
        ),
      ],
    },
    {
      _type: "statements",
      anchor: "para-que",
      title: line("Para qué, y quién lo ve", "What for, and who sees it"),
      items: [
        item(
          line("Para responderte", "To answer you"),
          text(
            "Usamos tus datos para atender tu consulta. No los vendemos ni los usamos para publicidad.",
            "We use your data to deal with your enquiry. We do not sell it or use it for advertising.",
          ),
        ),
        item(
          line("Quién lo ve", "Who sees it"),
          text(
            "Las personas de la empresa que atienden los mensajes. El sitio, la base de datos y el correo funcionan en servicios de otras empresas, que los guardan por encargo nuestro.",
            "The people in the company who deal with messages. The site, the database and e-mail run on other companies' services, which hold the data on our behalf.",
          ),
        ),
      ],
    },
    {
      _type: "statements",
      anchor: "por-cuanto-tiempo",
      title: line("Por cuánto tiempo", "For how long"),
      items: [
        item(
          line("Mientras haga falta", "As long as it is needed"),
          text(
            "Conservamos tu mensaje hasta que lo borramos porque ya no hace falta o porque nos lo pides.",
            "We keep your message until we erase it because it is no longer needed, or because you ask us to.",
          ),
        ),
        item(
          line("Sin vuelta atrás", "For good"),
          text(
            "Cuando borramos un mensaje de nuestro buzón, se elimina de forma permanente.",
            "When we delete a message from our inbox, it is deleted permanently.",
          ),
        ),
      ],
    },
    {
      _type: "callToAction",
      anchor: "borrar-mis-datos",
      title: line("Cómo pedir que los borremos", "How to have it erased"),
      text: text(
        "Escríbenos desde el mismo correo que usaste y dinos qué quieres que borremos. También puedes preguntarnos qué tenemos sobre ti.",
        "Write to us from the e-mail address that you used and tell us what to erase. You can also ask us what we hold about you.",
      ),
      actions: [button(line("Pedir que borren mis datos", "Ask to erase my data"), toContact("mail"))],
    },
  ],
};
