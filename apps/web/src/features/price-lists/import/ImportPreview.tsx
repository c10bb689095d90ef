import { Loader } from '@mantine/core';
import {
  applyImport,
  editReviewOfPriceList,
  type ImportResult,
  type PriceListModel,
  rowAt,
  rowOfPzn,
  shownRounded,
} from '@portal/list-view';
import {
  deviationPercent,
  effectivePrice,
  formatCents,
  formatPercent,
  type ImportedRow,
  type ImportType,
} from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RoundedFrom } from '../../../editing/cells/RoundedFrom.tsx';
import { daysText } from '../../../editing/days/days-text.ts';
import { formatCount } from '../../../lib/format.ts';
import { type Column, Table } from '../../../ui/table/Table.tsx';
import classes from './import.module.css';
import { ImportDoubts } from './ImportDoubts.tsx';
import { GuardedRows } from './GuardedRows.tsx';
import { InvalidRows, invalidRowsOf, unusableRows } from './InvalidRows.tsx';
import type { ListWork } from './list-work.ts';
import type { Reading } from './use-import-file.ts';
import type { ReadImport } from './import-api.ts';

/** As many rows show whether a file is understood. */
const PREVIEW_ROWS = 8;

type Props = { work: ListWork; type: ImportType; rows: Reading<ReadImport> };

export function ImportPreview({ work, type, rows }: Props) {
  const { t } = useTranslation('priceListImport');
  if (rows.state === 'none') return null;
  if (rows.state === 'failed') {
    return (
      <p className={classes.refused} role="alert">
        <IconAlertTriangle aria-hidden size={18} />
        {rows.message}
      </p>
    );
  }
  if (rows.state === 'reading') {
    return (
      <p className={classes.reading} role="status">
        <Loader aria-hidden size="sm" />
        {t('reading')}
      </p>
    );
  }
  return <ReadRows work={work} type={type} read={rows.value} />;
}

function ReadRows({ work, type, read }: { work: ListWork; type: ImportType; read: ReadImport }) {
  const { t } = useTranslation('priceListImport');
  const { model, edits, group } = work;
  const { data: all, repeated } = read;
  const result = useMemo(() => applyImport({ model, edits, group, type }, all), [model, edits, group, type, all]);
  const data = useMemo(() => {
    const unusable = new Set(result.unusable.map(({ line }) => line));
    return unusable.size === 0 ? all : all.filter(({ line }) => !unusable.has(line));
  }, [all, result]);
  const faultyTotal = read.faultyTotal + result.unusable.length;
  const roundedCount = data.filter(({ roundedFrom }) => roundedFrom !== undefined).length;
  const told = [
    t('preview.rows', { count: data.length, number: formatCount(data.length) }),
    ...(repeated > 0 ? [t('preview.repeated', { count: repeated, number: formatCount(repeated) })] : []),
    ...(roundedCount > 0 ? [t('preview.rounded', { count: roundedCount, number: formatCount(roundedCount) })] : []),
    ...(faultyTotal > 0 ? [t('preview.faulty', { count: faultyTotal, number: formatCount(faultyTotal) })] : []),
  ];
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <p className={classes.told} role="status">
        {told.join(' · ')}
      </p>
      <ShownRounded model={model} rows={data} />
      {data.length > 0 && <PreviewTable model={model} type={type} rows={data.slice(0, PREVIEW_ROWS)} />}
      {faultyTotal > 0 && (
        <InvalidRows model={model} rows={invalidRowsOf(read, unusableRows(result, t))} total={faultyTotal} preview />
      )}
      {type !== 'negativeimport' && <ImportDoubts model={model} rows={data} />}
      {type !== 'negativeimport' && <PreviewGuardrails work={work} result={result} />}
    </section>
  );
}

/** Whole euros throughout, where the list has cents (rule 3.42). */
function ShownRounded({ model, rows }: { model: PriceListModel; rows: ReadImport['data'] }) {
  const { t } = useTranslation('priceListImport');
  const doubted = useMemo(() => {
    const incoming = rows.flatMap(({ pzn, ownPrice }) => {
      const row = rowOfPzn(model, pzn);
      return ownPrice === null || row === undefined
        ? []
        : [{ price: ownPrice, standing: effectivePrice(rowAt(model, row)) }];
    });
    return shownRounded(incoming) === 'euros';
  }, [model, rows]);
  return doubted && <p className={classes.refused}>{t('preview.wholeEuros')}</p>;
}

function PreviewGuardrails({ work, result }: { work: ListWork; result: ImportResult }) {
  const { t } = useTranslation('review');
  const { model, edits, review, guardrailsMissing } = work;
  const judged = useMemo(
    () => review && { result, review: editReviewOfPriceList(review, model, edits, result.edits) },
    [model, edits, result, review],
  );
  if (guardrailsMissing) return <p className={classes.outcomeText}>{t('guardrailsMissing')}</p>;
  return judged && <GuardedRows {...judged} preview />;
}

type TableProps = { model: PriceListModel; type: ImportType; rows: ReadImport['data'] };

function PreviewTable({ model, type, rows }: TableProps) {
  const { t } = useTranslation('priceListImport');
  const { t: editing } = useTranslation('editing');
  const hasPrices = type !== 'negativeimport';
  const hasDays = rows.some((row) => row.validFrom ?? row.validTo);
  const before = ({ pzn }: ImportedRow) => {
    const row = rowOfPzn(model, pzn);
    return row === undefined ? null : effectivePrice(rowAt(model, row));
  };
  const prices: Column<ImportedRow>[] = [
    {
      key: 'before',
      head: t('preview.before'),
      kind: 'figure',
      cell: (row) => {
        const price = before(row);
        return price === null ? '–' : formatCents(price);
      },
    },
    { key: 'price', head: t('preview.price'), kind: 'figure', cell: priceOf },
    {
      key: 'change',
      head: t('preview.change'),
      kind: 'figure',
      cell: (row) => {
        const change = deviationPercent(row.ownPrice, before(row));
        return change === null ? '–' : formatPercent(change, { sign: true });
      },
    },
  ];
  const code: Column<ImportedRow> = {
    key: 'code',
    head: t('preview.code'),
    cell: ({ priceType }) => priceType !== null && t(`code.${priceType}`),
  };
  const days: Column<ImportedRow> = {
    key: 'days',
    head: t('preview.days'),
    kind: 'short',
    cell: (row) => daysText(row, editing),
  };
  return (
    <Table
      label={t('preview.title')}
      columns={[
        { key: 'line', head: t('preview.line'), kind: 'figure', cell: ({ line }) => line },
        { key: 'pzn', head: t('preview.pzn'), cell: ({ pzn }) => pzn },
        {
          key: 'article',
          head: t('preview.article'),
          cell: (row) => articleOf(model, row, t('preview.unlisted'), t('preview.unknown')),
        },
        ...(hasPrices ? prices : []),
        ...(type === 'expertimport' ? [code] : []),
        ...(hasDays ? [days] : []),
      ]}
      rows={rows}
      rowKey={({ line }) => line}
      dense
      maxHeight="none"
    />
  );
}

function articleOf(
  model: PriceListModel,
  { pzn, product }: { pzn: string; product: { name: string } | null },
  unlisted: string,
  unknown: string,
) {
  const row = rowOfPzn(model, pzn);
  if (row !== undefined) {
    const content = model.columns.content[row];
    return (
      <>
        {model.columns.name[row]} {content && <span className={classes.note}>{content}</span>}
      </>
    );
  }
  return (
    <>
      {product ? `${product.name} ` : ''}
      <span className={classes.note}>{product ? unlisted : unknown}</span>
    </>
  );
}

function priceOf({ ownPrice, roundedFrom }: ImportedRow) {
  if (ownPrice === null) return '–';
  return (
    <>
      {formatCents(ownPrice)}
      {roundedFrom !== undefined && (
        <>
          {' '}
          <RoundedFrom text={roundedFrom} />
        </>
      )}
    </>
  );
}
