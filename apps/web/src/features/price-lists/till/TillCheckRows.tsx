import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { TillCheck, TillCheckRow } from '@portal/contracts';
import { countDeviations, type TillVerdict } from '@portal/rules';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api-error.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import screen from '../../../ui/screen/screen.module.css';
import { takenOf, withTillPrices } from './take-till-prices.ts';
import classes from './till-check.module.css';
import { useGetTillCheckQuery } from './till-check-api.ts';
import { SORT_KEYS, tillCheckColumns, type TillSortKey } from './till-check-columns.tsx';
import type { ReadExport } from './TillExportForm.tsx';
import { UnreadLines } from './UnreadLines.tsx';

export type TillCheckSlots = {
  /** A button that makes the correction file. */
  readonly corrections: (state: { disabled: boolean; leftOut: readonly string[] }) => ReactNode;
};

type Props = TillCheckSlots & {
  params: { apoId: string; token: string };
  /** Of several; undefined: the newest. */
  till: string | undefined;
  check: TillCheck;
  /** Without those that are equal. */
  rows: readonly TillCheckRow[];
  mirror: boolean;
  /** What this page has just read. */
  read: ReadExport | null;
  /** PZNs that the correction file leaves out. */
  leftOut: readonly string[];
};

const SHOWN = ['different', 'missing', 'only', 'equal', 'changedSince'] as const satisfies readonly TillVerdict[];
type Shown = (typeof SHOWN)[number];
type TillSort = { readonly key: TillSortKey; readonly reversed: boolean };
const BY_PZN: TillSort = { key: 'pzn', reversed: false };
const LARGEST_FIRST: TillSort = { key: 'difference', reversed: true };

/** Rules 9.31 to 9.35 and 9.46. */
export function TillCheckRows({ params, till, check, rows: differing, mirror, read, leftOut, corrections }: Props) {
  const { t } = useTranslation(['tillCheck', 'common']);
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { counts, takenAt, notCompared } = check;
  const [verdict, setVerdict] = useState<Shown>(() => SHOWN.find((each) => counts[each] > 0) ?? 'different');
  const equal = useGetTillCheckQuery(
    { params, query: { rows: 'equal', ...(till === undefined ? {} : { till }) } },
    { skip: verdict !== 'equal' },
  );
  const [chosenSort, setSort] = useState<TillSort>();
  const sort = chosenSort ?? (verdict === 'different' ? LARGEST_FIRST : BY_PZN);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => {
    const of =
      verdict === 'equal' ? (equal.currentData?.rows ?? []) : differing.filter((row) => row.verdict === verdict);
    return sorted(of, sort);
  }, [verdict, equal.currentData, differing, sort]);
  const order = useMemo(() => Array.from(rows, (_, at) => at), [rows]);
  const mayChoose = !mirror && (verdict === 'different' || verdict === 'only');
  const columns = useMemo(() => {
    const count = rows.filter(({ pzn }) => chosen.has(pzn)).length;
    const all = count === 0 ? false : count === rows.length || null;
    const choose = (row: number) => setChosen((before) => toggled(before, [rows[row]?.pzn ?? '']));
    const chooseAll = () =>
      setChosen((before) => {
        const pzns = rows.map(({ pzn }) => pzn);
        return all ? without(before, pzns) : new Set([...before, ...pzns]);
      });
    return tillCheckColumns({
      rows,
      choosing: mayChoose ? { choose, all, chooseAll } : undefined,
      equal: verdict === 'equal',
      differs: verdict === 'different',
      narrow,
      t,
    });
  }, [rows, chosen, mayChoose, verdict, narrow, t]);
  const taken = takenOf(mayChoose ? rows.filter(({ pzn }) => chosen.has(pzn)) : []);
  const labels = SHOWN.filter((each) => each !== 'changedSince' || counts.changedSince > 0).map((value) => ({
    value,
    label: t(`verdict.${value}`, { number: formatCount(counts[value]) }),
  }));
  const name = t('name', { day: formatInstant(takenAt, 'dd.MM.yyyy') });
  const listPath = `/p/${params.apoId}/${params.token}/pricelist`;
  return (
    <>
      <div className={classes.tools}>
        <Segments label={t('which')} value={verdict} onChange={setVerdict} choices={labels} small />
        {counts.foreign > 0 && (
          <p className={classes.foreign}>
            {t('foreign', { count: counts.foreign, number: formatCount(counts.foreign) })}
          </p>
        )}
      </div>
      {notCompared.length > 0 && (
        <p className={classes.hidden}>{t('notCompared', { groups: groupsOf(notCompared, t) })}</p>
      )}
      {read && <UnreadLines read={read} />}
      {equal.error && verdict === 'equal' && <p className={screen.notice}>{errorMessage(equal.error)}</p>}
      <div className={classes.grid} role="presentation">
        <DataGrid
          label={t('grid')}
          columns={columns}
          rows={order}
          dataOf={(row) => ({ chosen: chosen.has(rows[row]?.pzn ?? '') })}
          lookOf={(_, { chosen: selected }) => ({ selected })}
          sort={sort}
          onSort={(key) => {
            if (isSortKey(key)) setSort({ key, reversed: sort.key === key ? !sort.reversed : key === 'difference' });
          }}
          {...(mayChoose
            ? { onToggle: (row: number) => setChosen((before) => toggled(before, [rows[row]?.pzn ?? ''])) }
            : {})}
          tall={narrow}
          viewKey={`${verdict}|${sort.key}|${sort.reversed}`}
          empty={equal.isFetching && verdict === 'equal' ? t('loading') : t(`none.${verdict}`)}
          printHint={t('print')}
        />
      </div>
      <div className={screen.toolbar}>
        <p className={screen.said} role="status">
          {mirror ? t('mirror') : mayChoose && <Staying taken={taken} />}
        </p>
        {taken.byGroup.map(([group, of]) => (
          <Button
            key={group}
            variant="default"
            component={Link}
            to={`${listPath}/${group}`}
            state={withTillPrices(name, of)}
          >
            {t(taken.byGroup.length > 1 ? 'takeOf' : 'take', {
              number: formatCount(of.length),
              group: t(`common:productGroup.${group}`),
            })}
          </Button>
        ))}
        {corrections({ disabled: countDeviations(counts) === 0, leftOut })}
      </div>
    </>
  );
}

function groupsOf(notCompared: TillCheck['notCompared'], t: TFunction<['tillCheck', 'common']>): string {
  return notCompared
    .map(({ productGroup, count }) => `${t(`common:productGroup.${productGroup}`)} (${formatCount(count)})`)
    .join(', ');
}

/** As many PZNs are named; more are counted. */
const NAMED = 5;

function Staying({ taken: { byGroup, stays } }: { taken: ReturnType<typeof takenOf> }) {
  const { t } = useTranslation('tillCheck');
  if (stays.length === 0) return byGroup.length === 0 ? t('chooseHint') : null;
  const named = stays
    .slice(0, NAMED)
    .map(({ pzn, stays: why }) => `${pzn} ${t(`stays.${why ?? 'withoutPrice'}`)}`)
    .join(', ');
  return t('staying', { named: stays.length > NAMED ? `${named} …` : named });
}

function sorted(rows: readonly TillCheckRow[], { key, reversed }: TillSort) {
  const keyOf = SORT_KEYS[key];
  const compare = (one: TillCheckRow, other: TillCheckRow) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return key === 'article' ? String(a).localeCompare(String(b), 'de') : a < b ? -1 : a > b ? 1 : 0;
  };
  const inOrder = key === 'pzn' ? [...rows] : rows.toSorted(compare);
  return reversed ? inOrder.toReversed() : inOrder;
}

const isSortKey = (key: string): key is TillSortKey => Object.hasOwn(SORT_KEYS, key);

function toggled(before: ReadonlySet<string>, pzns: readonly string[]): ReadonlySet<string> {
  const after = new Set(before);
  for (const pzn of pzns) if (!after.delete(pzn)) after.add(pzn);
  return after;
}

function without(before: ReadonlySet<string>, pzns: readonly string[]): ReadonlySet<string> {
  const after = new Set(before);
  for (const pzn of pzns) after.delete(pzn);
  return after;
}
