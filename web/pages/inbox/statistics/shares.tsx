import { useIntl } from "react-intl";
import { useText } from "#web/language/use-text.ts";
import * as css from "./statistics.css.ts";

type SharesProps = {
  title: string;
  /** What is counted. */
  counted: string;
  rows: { name: string; count: number }[];
  total: number;
};

/** How a number is made up: a table whose rows have bars. */
export function Shares({ title, counted, rows, total }: SharesProps) {
  const text = useText();
  const { formatNumber } = useIntl();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className={css.shares}>
      <caption className={css.caption}>{title}</caption>
      <thead className={css.unseen}>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{counted}</th>
          <th scope="col">{text("inbox.statistics.share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row" className={css.shareName}>
              <span>{name}</span>
              <svg className={css.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(count / most) * 100} height="4" />
              </svg>
            </th>
            <td>{formatNumber(count)}</td>
            <td className={css.scale}>
              {formatNumber(total === 0 ? 0 : count / total, { style: "percent" })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
