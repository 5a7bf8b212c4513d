import { type ReactNode, useRef } from "react";
import { useText } from "#web/language/use-text.ts";
import type { Refusal } from "#web/session/account-actions.ts";
import { TextField } from "#web/ui/field.tsx";
import { AuthForm } from "./auth-form.tsx";
import { checkCode, type Fields } from "./credentials.ts";

type CodeFormProps = {
  spend: (fields: Fields) => Promise<{ refusal: Refusal | null }>;
  leaving?: boolean;
  tone?: "accent" | "plain";
  children?: ReactNode;
};

const mostTries = 5;

/** The six digits of a mail, for when its link is opened on another device. */
export function CodeForm({ spend, leaving, tone, children }: CodeFormProps) {
  const text = useText();
  const refused = useRef(0);
  return (
    <AuthForm
      fields={["code"]}
      check={checkCode}
      send={async (fields) => {
        const answer = await spend(fields);
        refused.current = answer.refusal ? refused.current + 1 : 0;
        return answer;
      }}
      submit={{ label: "auth.code.submit", pending: "auth.code.pending" }}
      tooMany="auth.error.tooManyCodes"
      {...(leaving === undefined ? {} : { leaving })}
      {...(tone && { tone })}
    >
      {(error) => (
        <>
          {children}
          <TextField
            label={text("auth.code")}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={11}
            required
            error={error("code") && (refused.current >= mostTries ? text("auth.code.dead") : error("code"))}
          />
        </>
      )}
    </AuthForm>
  );
}
