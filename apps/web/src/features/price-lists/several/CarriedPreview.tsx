import { type PriceListModel, rowOfPzn } from '@portal/list-view';
import { formatWholeDifference } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ChangesTable } from '../../../editing/parts/ChangesTable.tsx';
import { formatCount } from '../../../lib/format.ts';
import { nameWithPack } from '../../../lib/name-with-pack.ts';
import type { CarriedOver, Stays } from './carry-over.ts';
import classes from './several.module.css';

/** Rows of the table, and articles named for each reason. */
const SHOWN = 200;
const NAMED = 3;

type Props = {
  name: string;
  carried: CarriedOver;
  /** Names articles that the other list does not have. */
  model: PriceListModel;
  guardrailsMissing: boolean;
  opened: boolean;
};

/** Rule 3.35. */
export function CarriedPreview({ name, carried, model, guardrailsMissing, opened }: Props) {
  const { t } = useTranslation('several');
  const { rows, breaking, doubtful } = carried;
  const said = [
    rows.length === 0
      ? carried.stays.size === 0
        ? t('nothing')
        : ''
      : t('changes', { count: rows.length, number: formatCount(rows.length) }),
    ...worth(carried, t),
    ...(breaking.length > 0 ? [t('breaking', { count: breaking.length, number: formatCount(breaking.length) })] : []),
    ...(doubtful.length > 0 ? [t('doubtful', { count: doubtful.length, number: formatCount(doubtful.length) })] : []),
    ...staysText(carried, model, t),
  ];
  return (
    <>
      <p className={classes.said}>{said.filter(Boolean).join(' · ')}</p>
      {guardrailsMissing && <p className={classes.warned}>{t('noGuardrails')}</p>}
      {rows.length > 0 && (
        <details className={classes.details} open={opened}>
          <summary>{t('details')}</summary>
          <Changes name={name} carried={carried} />
        </details>
      )}
    </>
  );
}

function worth({ totals: { grossProfit } }: CarriedOver, t: TFunction<'several'>): string[] {
  return grossProfit.rows === 0 ? [] : [t('worth', { euros: formatWholeDifference(grossProfit.cents) })];
}

function staysText({ stays, model }: CarriedOver, known: PriceListModel, t: TFunction<'several'>): string[] {
  const named = new Map<ReturnType<typeof nameOf>, string[]>();
  for (const [why, pzns] of stays) named.set(nameOf(why), [...(named.get(nameOf(why)) ?? []), ...pzns]);
  return [...named].map(([why, pzns]) => {
    const names = articleNames(pzns.slice(0, NAMED), model, known) + (pzns.length > NAMED ? ' …' : '');
    return t(`stays.${why}`, { count: pzns.length, number: formatCount(pzns.length), names });
  });
}

/** By the first of the lists that has them; a file names others only by their PZN. */
export function articleNames(pzns: readonly string[], ...lists: readonly PriceListModel[]): string {
  const nameOf = (pzn: string) => {
    for (const model of lists) {
      const row = rowOfPzn(model, pzn);
      if (row === undefined) continue;
      const { name, content, producer } = model.columns;
      return [nameWithPack(name[row] ?? '', content[row] ?? null), producer[row]].filter(Boolean).join(' · ');
    }
    return `PZN ${pzn}`;
  };
  return pzns.map(nameOf).join('; ');
}

function nameOf(why: Stays) {
  switch (why) {
    case 'same':
    case 'missing':
    case 'blocked':
    case 'exclusion':
    case 'excludedHere':
    case 'refused':
      return why;
    default:
      return 'ruleless';
  }
}

function Changes({ name, carried: { rows, breaking, review, model } }: Pick<Props, 'name' | 'carried'>) {
  const { t } = useTranslation('several');
  const broken = new Set(breaking);
  const first = [...breaking, ...rows.filter((row) => !broken.has(row))].slice(0, SHOWN);
  const { before, after } = review.columns;
  return (
    <ChangesTable
      rows={first.map((row) => ({
        row,
        name: model.columns.name[row],
        content: model.columns.content[row],
        pzn: model.columns.pzn[row],
        before: before[row],
        after: after[row],
        broken: broken.has(row),
      }))}
      texts={{
        label: t('table', { name }),
        article: t('column.article'),
        before: t('column.before'),
        after: t('column.after'),
        change: t('column.change'),
        breaks: t('breaks'),
        none: t('excluded'),
        more: rows.length > SHOWN ? t('more', { shown: SHOWN }) : undefined,
      }}
    />
  );
}
