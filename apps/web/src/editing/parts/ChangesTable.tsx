import { deviationPercent, formatCents, formatPercent } from '@portal/rules';
import { Table } from '../../ui/table/Table.tsx';
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
};

/** A preview of changed prices: article, before, after, change in percent. */
export function ChangesTable({ rows, texts }: Props) {
  const price = (cents: number | null | undefined) => (cents == null ? texts.none : formatCents(cents));
  return (
    <Table
      label={texts.label}
      columns={[
        {
          key: 'article',
          head: texts.article,
          cell: ({ name, content, pzn, days, broken }) => (
            <>
              {name} {content && `${content} `}
              <span className={classes.pzn}>{pzn}</span>
              {days && ` ${days}`}
              {broken && <span className={classes.broken}> {texts.breaks}</span>}
            </>
          ),
        },
        { key: 'before', head: texts.before, kind: 'figure', cell: ({ before }) => price(before) },
        { key: 'after', head: texts.after, kind: 'figure', cell: ({ after }) => price(after) },
        {
          key: 'change',
          head: texts.change,
          kind: 'figure',
          cell: ({ before, after }) => {
            const change = deviationPercent(after, before);
            return change === null ? '–' : formatPercent(change, { sign: true });
          },
        },
      ]}
      rows={rows}
      rowKey={({ row, days = '' }) => `${row} ${days}`}
      dense
      maxHeight="30vh"
      below={texts.more && <p className={classes.more}>{texts.more}</p>}
    />
  );
}
