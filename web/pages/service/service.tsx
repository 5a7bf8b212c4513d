import { Sections } from "#web/sections/sections.tsx";

/** A service's page, and any other that is only its sections. */
export default function Service() {
  return <Sections />;
}
