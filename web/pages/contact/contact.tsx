import { Sections } from "#web/sections/sections.tsx";

/** The contact page; its form is one of its sections. */
export default function Contact() {
  return <Sections />;
}
