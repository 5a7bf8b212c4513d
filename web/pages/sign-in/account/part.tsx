import { type ReactNode, useId } from "react";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";

type PartProps = { title: string; lead: string; children: ReactNode };

/** One subject of the account: what it is, and what can be done about it. */
export function Part({ title, lead, children }: PartProps) {
  const id = useId();
  return (
    <section className={css.part} aria-labelledby={`${id}title`}>
      <div className={css.words}>
        <Heading level={2} size="title" id={`${id}title`}>
          {title}
        </Heading>
        <Text tone="quiet">{lead}</Text>
      </div>
      {children}
    </section>
  );
}
