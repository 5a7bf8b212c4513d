import { Sections } from "#web/sections/sections.tsx";

/** The home page: whatever sections the CMS gives it. */
export default function Home() {
  return <Sections />;
}
