import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import {
  type DayUse,
  type PasteChoice,
  type PasteDayColumn,
  type PastedColumns,
  readPastedPrices,
} from '@portal/list-view';
import { describeDeliveryDoubt, describePznForm, isoDay } from '@portal/rules';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { BulkPreview } from '../bulk/BulkPreview.tsx';
import classes from '../bulk/bulk.module.css';
import type { KindTypes } from '../kind/kind.ts';
import { FileDoubts } from '../review/FileDoubts.tsx';
import type { EditSession, ListView, ReviewState } from '../state/use-list-editor.ts';
import { previewPaste } from './preview-paste.ts';
import type { Clipboard, Pasting } from './use-clipboard.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';

/** Lines, PZNs and articles that are named; more are counted. */
const NAMED = 20;

type Props = {
  editor: ListView<KindTypes> & ReviewState<KindTypes> & EditSession<KindTypes>;
  clipboard: Clipboard;
  pasting: Pasting;
};

/** Rules 3.29 and 3.30. */
export default function PasteDialog({ editor, clipboard: { takesPrice, apply, close }, pasting }: Props) {
  const { t } = useTranslation('bulk');
  const { kind, model, session, review, view } = editor;
  const { entered } = session;
  const { block, own, from } = pasting;
  const [chosen, setChosen] = useState<PasteChoice>({});
  const pasted = useMemo(() => readPastedPrices(block, { own, chosen }), [block, own, chosen]);
  const [withHidden, setWithHidden] = useState(false);
  const [today] = useState(() => isoDay(new Date()));
  const preview = useMemo(
    () => previewPaste({ kind, model, entered, review, shown: view.rows, from, takesPrice, today, withHidden }, pasted),
    [kind, model, entered, review, view.rows, from, takesPrice, today, withHidden, pasted],
  );
  const count = preview.changes.length;
  const { excluded, rounded, factor } = preview;
  const hidden = preview.hidden.length;
  const isAsked = pasted.columns.days.some(({ use }) => use === undefined);
  const noPlace = pasted.by === 'place' && from.length === 0;
  const named = (names: readonly (string | undefined)[]) =>
    names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '');
  return (
    <Dialog opened onClose={close} size="xl" title={t('paste.title')}>
      <ReadColumns columns={pasted.columns} chosen={chosen} onChoose={setChosen} />
      <DayColumns
        columns={pasted.columns.days}
        mayHaveDays={kind.rules.withDays !== undefined}
        onChoose={(column, use) => setChosen({ ...chosen, days: { ...chosen.days, [column]: use } })}
      />
      {pasted.by === 'noKey' ? (
        <p className={classes.sum} role="status">
          {pasted.form === 'other' && `„${pasted.example}“: `}
          {pasted.form && describePznForm(pasted.form, pasted.example ?? '')} {t('paste.noKey')}
        </p>
      ) : pasted.by === 'unclear' || noPlace ? (
        <p className={classes.sum} role="status">
          {t(noPlace ? 'paste.noPlace' : pasted.columns.price === undefined ? 'paste.unclear' : 'paste.unclearPzn')}
        </p>
      ) : (
        <>
          {pasted.by === 'place' && pasted.columns.headingLine !== undefined && (
            <p className={classes.sum}>{t('paste.firstIsHeading')}</p>
          )}
          <BulkPreview preview={preview} columns={model.columns} />
          {rounded && <p className={classes.warned}>{t(`paste.rounded.${rounded}`)}</p>}
          <FileDoubts of="pasted" sentences={factor ? [describeDeliveryDoubt(factor, () => '')] : []} />
          <ul className={classes.left}>
            {[...preview.leftLines].map(([why, names]) => (
              <li key={why}>
                {t(`paste.left.${why}`, {
                  count: names.length,
                  number: formatCount(names.length),
                  names: named(names),
                })}
              </li>
            ))}
            {excluded.length > 0 && (
              <li>
                {t('paste.excluded', {
                  count: excluded.length,
                  number: formatCount(excluded.length),
                  names: named(excluded.map((row) => model.columns.name[row])),
                })}
              </li>
            )}
          </ul>
          {hidden > 0 && (
            <Checkbox
              checked={withHidden}
              onChange={(event) => setWithHidden(event.currentTarget.checked)}
              label={t('paste.hidden', { count: hidden, number: formatCount(hidden) })}
            />
          )}
        </>
      )}
      <ConfirmButtons mt="md">
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          disabled={(count === 0 && excluded.length === 0) || noPlace || isAsked}
          data-autofocus
          onClick={() => apply(preview.entered, [...preview.changes.map(({ row }) => row), ...excluded])}
        >
          {t('apply', { count, number: formatCount(count) })}
        </Button>
      </ConfirmButtons>
    </Dialog>
  );
}

type DayProps = {
  columns: readonly PasteDayColumn[];
  mayHaveDays: boolean;
  onChoose: (column: number, use: DayUse | undefined) => void;
};

/** Rules 5.11 and 17.12; prices of a package have no days. */
function DayColumns({ columns, mayHaveDays, onChoose }: DayProps) {
  const { t } = useTranslation('bulk');
  if (columns.length === 0) return null;
  return (
    <Group align="start" mb="sm">
      {columns.map(({ column, heading, example, side, noEnd, use }) => {
        const ends: DayUse[] = noEnd ? ['toOrNoEnd', 'to'] : ['to'];
        const uses: DayUse[] = side === 'to' ? [...ends, 'from'] : ['from', ...ends];
        return (
          <NativeSelect
            key={column}
            label={t('paste.days.label', { heading })}
            description={t('paste.example', { example })}
            data={[
              { value: '', label: t('paste.choose') },
              ...[...(mayHaveDays ? uses : []), 'ignore' as const].map((each) => ({
                value: each,
                label: t(`paste.days.${each}`),
              })),
            ]}
            value={use ?? ''}
            error={use === undefined && t('paste.days.missing')}
            onChange={({ currentTarget: { value } }) => onChoose(column, value === '' ? undefined : (value as DayUse))}
          />
        );
      })}
    </Group>
  );
}

type ColumnsProps = { columns: PastedColumns; chosen: PasteChoice; onChoose: (chosen: PasteChoice) => void };

function ReadColumns({ columns: { offered, pzn, price, headingLine }, chosen, onChoose }: ColumnsProps) {
  const { t } = useTranslation('bulk');
  if (offered.length < 2 && price !== undefined) return null;
  const options = (without: number | undefined) => [
    { value: '', label: t('paste.choose') },
    ...offered
      .filter(({ column }) => column !== without)
      .map(({ column, heading, example }) => ({
        value: String(column),
        label: `${heading || t('paste.column', { number: column + 1 })} (${t('paste.example', { example })})`,
      })),
  ];
  const chosenColumn = (value: string) => (value === '' ? undefined : Number(value));
  return (
    <>
      {headingLine !== undefined && headingLine > 1 && (
        <p className={classes.sum}>{t('paste.headingLine', { line: headingLine })}</p>
      )}
      <Group align="start" mb="sm">
        {(pzn !== undefined || offered.length > 2) && (
          <NativeSelect
            label={t('paste.pznColumn')}
            data={options(price)}
            value={pzn ?? ''}
            onChange={(event) => onChoose({ ...chosen, pzn: chosenColumn(event.currentTarget.value) })}
          />
        )}
        <NativeSelect
          label={t('paste.priceColumn')}
          data={options(pzn)}
          value={price ?? ''}
          error={price === undefined && t('paste.choosePrice')}
          onChange={(event) => onChoose({ ...chosen, price: chosenColumn(event.currentTarget.value) })}
        />
      </Group>
    </>
  );
}
