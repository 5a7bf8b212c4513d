import { useText } from "#web/language/use-text.ts";
import { skip } from "./app.css.ts";

/** The first thing that the keyboard reaches: a way past the header. */
export function SkipLink() {
  const text = useText();
  return (
    <a className={skip} href="#main">
      {text("skip")}
    </a>
  );
}
