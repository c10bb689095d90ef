import { Loader } from '@mantine/core';
import type { ImportIssue } from '@portal/contracts';
import {
  applyImport,
  editReviewOfPriceList,
  type PriceListModel,
  rowAt,
  rowOfPzn,
  shownRounded,
} from '@portal/list-view';
import { effectivePrice, formatCents, type ImportedRow, type ImportType } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RoundedFrom } from '../../../editing/cells/RoundedFrom.tsx';
import { formatCount } from '../../../lib/format.ts';
import classes from './import.module.css';
import { ImportDoubts } from './ImportDoubts.tsx';
import { GuardedRows } from './GuardedRows.tsx';
import { issuePlace } from './issue-place.ts';
import type { ListWork } from './list-work.ts';
import { type PreviewRow, previewRows } from './preview-rows.ts';
import type { Reading } from './use-import-file.ts';
import type { ReadImport } from './import-api.ts';

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
  const { data, faultyTotal, repeated } = rows.value;
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
      <ShownRounded model={work.model} rows={data} />
      <PreviewTable model={work.model} type={type} rows={previewRows(rows.value)} />
      {type !== 'negativeimport' && <ImportDoubts model={work.model} rows={data} />}
      {type !== 'negativeimport' && <PreviewGuardrails work={work} type={type} rows={data} />}
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

function PreviewGuardrails({ work, type, rows }: { work: ListWork; type: ImportType; rows: ReadImport['data'] }) {
  const { t } = useTranslation('review');
  const { model, edits, group, review, guardrailsMissing } = work;
  const judged = useMemo(() => {
    if (!review) return undefined;
    const result = applyImport({ model, edits, group, type }, rows);
    return { result, review: editReviewOfPriceList(review, model, edits, result.edits) };
  }, [model, edits, group, type, rows, review]);
  if (guardrailsMissing) return <p className={classes.outcomeText}>{t('guardrailsMissing')}</p>;
  return judged && <GuardedRows {...judged} preview />;
}

function PreviewTable({ model, type, rows }: { model: PriceListModel; type: ImportType; rows: PreviewRow[] }) {
  const { t } = useTranslation('priceListImport');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a narrow screen
    <div className={classes.tableScroll} tabIndex={0} role="region" aria-label={t('preview.title')}>
      <table className={classes.table}>
        <caption className={classes.caption}>{t('preview.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.end}>
              {t('preview.line')}
            </th>
            <th scope="col">{t('preview.pzn')}</th>
            <th scope="col">{t('preview.article')}</th>
            {type !== 'negativeimport' && (
              <th scope="col" className={classes.end}>
                {t('preview.price')}
              </th>
            )}
            {type === 'expertimport' && <th scope="col">{t('preview.code')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((each) =>
            each.issue ? (
              <tr key={each.line} className={classes.faulty}>
                <td className={classes.end}>{each.line}</td>
                <td>{each.issue.pzn ?? '–'}</td>
                <td colSpan={3}>
                  <IssueText {...each.issue} />
                </td>
              </tr>
            ) : (
              <tr key={each.line}>
                <td className={classes.end}>{each.line}</td>
                <td>{each.row.pzn}</td>
                <td>{articleOf(model, each.row, t('preview.unlisted'), t('preview.unknown'))}</td>
                {type !== 'negativeimport' && <td className={classes.end}>{priceOf(each.row)}</td>}
                {type === 'expertimport' && <td>{each.row.priceType !== null && t(`code.${each.row.priceType}`)}</td>}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** An issue with its place and what stands there. */
function IssueText(issue: ImportIssue) {
  return (
    <span className={classes.issue}>
      <IconAlertTriangle aria-hidden size={14} />
      <span>
        {issuePlace(issue)}
        {issue.message}
      </span>
    </span>
  );
}

function articleOf(
  model: PriceListModel,
  { pzn, product }: { pzn: string; product: { name: string } | null },
  unlisted: string,
  unknown: string,
) {
  const row = rowOfPzn(model, pzn);
  if (row !== undefined) return model.columns.name[row];
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
