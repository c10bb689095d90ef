import { Button } from '@mantine/core';
import type { UndoPreview } from '@portal/contracts';
import { formatCents, PRICE_TYPE } from '@portal/rules';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../lib/format.ts';
import classes from './own-history.module.css';

type Price = UndoPreview['restored']['rows'][number]['today'];

const SHOWN = 20;
const MORE = 200;

export function UndoRows({ preview: { restored, left } }: { preview: UndoPreview }) {
  const { t } = useTranslation('ownHistory');
  const priceText = usePriceText();
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  return (
    <>
      {left.total > 0 && (
        <Rows title={t('undo.left', counted(left.total))} total={left.total} rows={left.rows}>
          {({ reason, changed }) => (
            <span>
              {t(`undo.reason.${reason}`)}
              {changed &&
                `: ${t('undo.by', { ...changed, date: formatInstant(changed.createdAt, 'dd.MM.yyyy HH:mm') })}`}
            </span>
          )}
        </Rows>
      )}
      {restored.total > 0 && (
        <Rows title={t('undo.restored', counted(restored.total))} total={restored.total} rows={restored.rows}>
          {(row) => <span>{t('undo.change', { from: priceText(row.today), to: priceText(row.restored) })}</span>}
        </Rows>
      )}
    </>
  );
}

type RowsProps<Row> = { title: string; total: number; rows: readonly Row[]; children: (row: Row) => ReactNode };

function Rows<Row extends { pzn: string; name: string }>({ title, total, rows, children }: RowsProps<Row>) {
  const { t } = useTranslation('ownHistory');
  const [shown, setShown] = useState(SHOWN);
  return (
    <section aria-label={title}>
      <h3 className={classes.count}>{title}</h3>
      <ul className={classes.rows}>
        {rows.slice(0, shown).map((row) => (
          <li key={row.pzn} className={classes.row}>
            <span>
              {row.name} <span className={classes.pzn}>{row.pzn}</span>
            </span>
            {children(row)}
          </li>
        ))}
      </ul>
      {shown < rows.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + MORE)}>
          {t('undo.more')}
        </Button>
      )}
      {shown >= rows.length && rows.length < total && (
        <p className={classes.what}>{t('undo.unnamed', { formatted: formatCount(total - rows.length) })}</p>
      )}
    </section>
  );
}

/** '5,55 € (Dauerpreis)', 'Ausschluss' or 'nicht auf der Liste'. */
function usePriceText() {
  const { t } = useTranslation('ownHistory');
  return ({ priceType, effectivePrice }: Price) => {
    if (priceType === PRICE_TYPE.exclusion) return t('undo.exclusion');
    if (priceType === null || effectivePrice === null) return t('undo.notListed');
    return t('undo.price', { price: `${formatCents(effectivePrice)} €`, type: t(`undo.type.${priceType}`) });
  };
}
