import { useText } from "#web/language/use-text.ts";
import { SessionProvider } from "#web/session/session.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { AuthScreen } from "./auth-screen.tsx";

/** Where people sign in, create an account, recover it and look after it. */
export default function SignInPage() {
  const text = useText();
  return (
    <ToastProvider labels={{ region: text("toasts.region"), dismiss: text("toasts.dismiss") }}>
      <SessionProvider>
        <AuthScreen />
      </SessionProvider>
    </ToastProvider>
  );
}
