import { useEffect, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { toStrength } from "./strength.ts";
import * as css from "./strength-hint.css.ts";

/** How hard a password looks to guess; said aloud only once its writer has paused. */
export function StrengthHint({ password, email }: { password: string; email: string }) {
  const text = useText();
  const strength = toStrength(password, [email, ...email.split(/[@._+-]/)]);
  const [heard, setHeard] = useState("");
  const words = password ? text(`auth.strength.${strength}`) : "";
  useEffect(() => {
    const timer = setTimeout(() => setHeard(words), 1000);
    return () => clearTimeout(timer);
  }, [words]);

  return (
    <>
      {password && (
        <p className={css.hint} aria-hidden="true">
          <span className={css.level[strength]} />
          <span>{words}</span>
        </p>
      )}
      <span aria-live="polite">
        <VisuallyHidden>{heard}</VisuallyHidden>
      </span>
    </>
  );
}
