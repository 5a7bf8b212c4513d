import { isAuthApiError } from "@supabase/auth-js";
import { type ReactNode, useCallback, useState } from "react";
import type { AuthErrorCode } from "#functions/contract/auth-code.ts";
import type { Outcome } from "#web/session/account-actions.ts";
import { type Proof, ProofQuestion } from "./proof-question.tsx";

/** Does something that may take a fresh proof of who is there; null when they gave none. */
export type Attempt = <Value>(work: () => Outcome<Value>) => Promise<Awaited<Outcome<Value>> | null>;

/** Asks for a proof; false when none was given. */
export type Ask = (proof: Proof) => Promise<boolean>;

const proofs: Partial<Record<AuthErrorCode, Proof>> = {
  reauthentication_needed: "any",
  insufficient_aal: "passkey",
};

type Question = { proof: Proof; answer: (proven: boolean) => void };

/** Asks who is there once more where the service wants to know, and then does what was asked for. */
export function useProof(email: string): { attempt: Attempt; ask: Ask; question: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask: Ask = useCallback(async (proof) => {
    const proven = await new Promise<boolean>((answer) => setQuestion({ proof, answer }));
    setQuestion(null);
    return proven;
  }, []);

  const attempt: Attempt = useCallback(
    async (work) => {
      const first = await work();
      const error = first.refusal?.error;
      const proof = isAuthApiError(error) ? proofs[error.code as AuthErrorCode] : undefined;
      if (!proof) return first;
      return (await ask(proof)) ? work() : null;
    },
    [ask],
  );

  return {
    attempt,
    ask,
    question: question && (
      <ProofQuestion
        proof={question.proof}
        email={email}
        onProven={() => question.answer(true)}
        onCancel={() => question.answer(false)}
      />
    ),
  };
}
