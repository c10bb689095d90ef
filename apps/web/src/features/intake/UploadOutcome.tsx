import { Alert, Table } from '@mantine/core';
import type { Leaving, LzdUploadAnswer } from '@portal/contracts';
import { type Cents, formatCents } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NO_PRICE } from '../../editing/cells/cells.tsx';
import { takesNothing, useLeavingWords } from '../../editing/leaving/use-leaving-words.ts';
import { FileDoubts } from '../../editing/review/FileDoubts.tsx';
import { formatCount } from '../../lib/format.ts';
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
          <Table aria-label={label} verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('done.pzn')}</Table.Th>
                <Table.Th>{t('done.name')}</Table.Th>
                <Table.Th className={classes.price}>{t('done.price')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {pzn.map((each, row) => (
                <Table.Tr key={each}>
                  <Table.Td className={classes.number}>{each}</Table.Td>
                  <Table.Td>{name[row]}</Table.Td>
                  <Table.Td className={classes.price}>{inForce(effectivePrice[row] ?? null)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </details>
      )}
    </Alert>
  );
}

/** An exclusion has no price in force. */
function inForce(price: Cents | null): string {
  return price === null ? NO_PRICE : formatCents(price);
}
