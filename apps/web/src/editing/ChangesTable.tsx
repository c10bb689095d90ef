import { deviationPercent, formatCents, formatPercent } from '@portal/rules';
import classes from './ChangesTable.module.css';

/** A price that changes, in cents; null for none. */
export type PriceChangeRow = {
  readonly row: number;
  readonly name: string | undefined;
  readonly content?: string | null | undefined;
  readonly pzn: string | undefined;
  readonly before: number | null | undefined;
  readonly after: number | null | undefined;
  readonly broken: boolean;
  /** Of a row that comes more than once. */
  readonly days?: string;
};

type Props = {
  rows: readonly PriceChangeRow[];
  texts: {
    /** Names the table. */
    readonly label: string;
    readonly article: string;
    readonly before: string;
    readonly after: string;
    readonly change: string;
    /** Marks a price that breaks a guardrail. */
    readonly breaks: string;
    /** Stands for no price. */
    readonly none: string;
    /** Below the rows: that there are more. */
    readonly more: string | undefined;
  };
  className: string | undefined;
};

/** A preview of changed prices: article, before, after, change in percent. */
export function ChangesTable({ rows, texts, className }: Props) {
  const price = (cents: number | null | undefined) => (cents == null ? texts.none : formatCents(cents));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
    <div className={`${classes.scroll} ${className}`} tabIndex={0} role="group" aria-label={texts.label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.article}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
            <th scope="col">{texts.change}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, name, content, pzn, before, after, broken, days = '' }) => {
            const change = deviationPercent(after, before);
            return (
              <tr key={`${row} ${days}`}>
                <td>
                  {name} {content && `${content} `}
                  <span className={classes.pzn}>{pzn}</span>
                  {days && ` ${days}`}
                  {broken && <span className={classes.broken}> {texts.breaks}</span>}
                </td>
                <td>{price(before)}</td>
                <td>{price(after)}</td>
                <td>{change === null ? '–' : formatPercent(change, { sign: true })}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {texts.more && <p className={classes.more}>{texts.more}</p>}
    </div>
  );
}
