import type { CustomerItem } from "#functions/contract/conversation.schema.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { LinkedText } from "#web/ui/linked-text.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./conversation.css.ts";

/** Shows the texts of a conversation, oldest first. */
export function Thread({ items }: { items: CustomerItem[] }) {
  const text = useText();
  return (
    <ol className={css.thread} aria-label={text("conversation.thread")}>
      {items.map((item) => (
        <li key={`${item.created_at} ${item.kind}`} className={css.item[item.kind]}>
          <ThreadItem item={item} />
        </li>
      ))}
    </ol>
  );
}

function ThreadItem({ item }: { item: CustomerItem }) {
  const text = useText();
  const language = useLanguage();
  return (
    <>
      <div className={css.head}>
        <p className={css.author}>
          <bdi>
            {item.kind === "customer"
              ? text("conversation.you")
              : item.author
                ? text("conversation.us", { author: item.author })
                : text("conversation.team")}
          </bdi>
        </p>
        <Text tone="quiet" size="small">
          <time dateTime={item.created_at}>{formatMoment(item.created_at, language)}</time>
        </Text>
      </div>
      <p className={css.itemText} dir="auto">
        <LinkedText newTab={text("footer.newTab")}>{item.text}</LinkedText>
      </p>
      {item.files && (
        <Text tone="quiet" size="small">
          {text("conversation.files", { names: item.files.join(", ") })}
        </Text>
      )}
    </>
  );
}
