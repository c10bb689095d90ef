import { Alert } from '@mantine/core';
import type { Leaving, LzdUploadAnswer } from '@portal/contracts';
import { type Cents, formatCents } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NO_PRICE } from '../../editing/cells/cells.tsx';
import { takesNothing, useLeavingWords } from '../../editing/leaving/use-leaving-words.ts';
import { FileDoubts } from '../../editing/review/FileDoubts.tsx';
import { formatCount } from '../../lib/format.ts';
import { Table } from '../../ui/table/Table.tsx';
import classes from './intake.module.css';
import { LeftOutRows } from './LeftOutRows.tsx';

export function UploadOutcome({ answer }: { answer: LzdUploadAnswer }) {
  const { t } = useTranslation('intake');
  const { id, rows, message, notes, leaving, leftOutTotal, doubts } = answer;
  return (
    <div className={classes.form}>
      <p className={classes.text}>{t('done.rows', { count: rows, rows: formatCount(rows), id })}</p>
      {message && <p className={classes.text}>{message}</p>}
      <FileDoubts of="update" sentences={doubts.map((doubt) => doubt.message)} />
      <FileNotes notes={notes} />
      {leaving && !takesNothing(leaving) && <LeavingList leaving={leaving} />}
      {leftOutTotal > 0 && <LeftOutRows answer={answer} />}
    </div>
  );
}

/** How the file was read, where that was not beyond doubt. */
export function FileNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
      {notes.map((note) => (
        <p key={note} className={classes.text}>
          {note}
        </p>
      ))}
    </Alert>
  );
}

export function LeavingList({ leaving }: { leaving: Leaving }) {
  const { t } = useTranslation('intake');
  const { articles, ended } = useLeavingWords()(leaving);
  const { pzn, name, effectivePrice } = leaving.articles;
  const label = t(pzn.length < leaving.count ? 'done.leavingFirst' : 'done.leavingAll', {
    shown: formatCount(pzn.length),
  });
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={articles}>
      {ended}
      {pzn.length > 0 && (
        <details className={classes.leaving}>
          <summary>{label}</summary>
          <Table
            label={label}
            columns={[
              { key: 'pzn', head: t('done.pzn'), kind: 'short', cell: (row) => pzn[row] },
              { key: 'name', head: t('done.name'), cell: (row) => name[row] },
              {
                key: 'price',
                head: t('done.price'),
                kind: 'figure',
                cell: (row) => inForce(effectivePrice[row] ?? null),
              },
            ]}
            rows={[...pzn.keys()]}
            rowKey={(row) => row}
            dense
          />
        </details>
      )}
    </Alert>
  );
}

/** An exclusion has no price in force. */
function inForce(price: Cents | null): string {
  return price === null ? NO_PRICE : formatCents(price);
}
