import { line, text } from "./compose.ts";
import { pictures } from "./pictures.ts";

const figure = (key: string, value: string, es: string, en: string) => ({
  _type: "figure",
  key,
  value,
  label: line(es, en),
  source: "Dato de la empresa, tomado del sitio anterior; por confirmar.",
  asOf: "2026-11-21",
});

export const siteSettings = {
  _id: "siteSettings",
  _type: "siteSettings",
  brandName: "Guaria Digital",
  tagline: line(
    "Servicios digitales y de tecnología para empresas",
    "IT and digital services for businesses",
  ),
  email: "hola@guaria.example",
  phone: "+50600000000",
  phoneDisplay: "+506 0000 0000",
  whatsapp: "+50600000000",
  whatsappDisplay: "+506 0000 0000",
  instagram: "guaria.digital.example",
  place: line("Costa Rica", "Costa Rica"),
  figures: [
    figure("projects", "150+", "proyectos", "projects"),
    figure(
      "clients",
      "80+",
      "clientes en {client-countries} países",
      "clients in {client-countries} countries",
    ),
    figure("client-countries", "7", "países con clientes", "countries with clients"),
    figure(
      "collaborators",
      "15+",
      "colaboradores de {collaborator-countries} países",
      "collaborators from {collaborator-countries} countries",
    ),
    figure("collaborator-countries", "5", "países de origen del equipo", "countries the team comes from"),
    figure("years", "5+", "años de experiencia", "years of experience"),
    figure("integrations", "50+", "integraciones", "integrations"),
    figure("satisfaction", "99%", "de satisfacción", "satisfaction"),
    figure("monitoring", "24/7", "de monitoreo", "monitoring"),
    figure("basic-response-hours", "24", "horas para responderte", "hours to get back to you"),
    figure("professional-response-hours", "8", "horas para responderte", "hours to get back to you"),
  ],
  footer: text(
    "Sitios web, soporte, marketing y seguridad para empresas, hechos en Costa Rica.",
    "Websites, support, marketing and security for businesses, made in Costa Rica.",
  ),
  sharePicture: pictures.share,
};
