import type { User } from "@supabase/auth-js";
import { countCharacters } from "#functions/contract/characters.ts";
import { AuthForm, FormField } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import type { FieldErrors, Fields } from "#web/pages/sign-in/types.ts";
import { Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { Part } from "./part.tsx";

/** Maximum length of a name or a title in characters. The database cuts longer ones. */
const signatureLimit = 100;

function checkSignature({ name, title }: Fields): FieldErrors {
  const isLong = (value: string) => countCharacters(value) > signatureLimit;
  return {
    ...(isLong(name) && { name: "auth.signature.tooLong" }),
    ...(isLong(title) && { title: "auth.signature.tooLong" }),
  };
}

/** Sets the name and the title under the answers of an administrator, which customers see. */
export function Signature({ user, reload }: { user: User; reload: () => void }) {
  const { text, toast, account } = useAuthScreen();
  const { name, title } = user.user_metadata;
  return (
    <Part title={text("account.signature.title")} lead={text("account.signature.lead")}>
      <div className={css.form}>
        <AuthForm
          tone="plain"
          check={checkSignature}
          send={account.setSignature}
          onDone={() => {
            toast({ title: text("account.signature.done") });
            reload();
          }}
          submit={{ label: "account.signature.submit", pending: "account.signature.pending" }}
          isCompact
        >
          <FormField
            label={text("account.signature.name")}
            name="name"
            autoComplete="name"
            defaultValue={typeof name === "string" ? name : ""}
          />
          <FormField
            label={text("account.signature.position")}
            name="title"
            autoComplete="organization-title"
            defaultValue={typeof title === "string" ? title : ""}
          />
          <Text tone="quiet" size="small">
            {text("account.signature.hint")}
          </Text>
        </AuthForm>
      </div>
    </Part>
  );
}
