import { Button, NativeSelect, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Pharmacy } from '@portal/contracts';
import {
  COMPARED,
  type ComparedLists,
  compareLists,
  differingRows,
  NO_EDITS,
  orderByValue,
  type PriceRange,
  spreadPercent,
} from '@portal/list-view';
import { parseProductGroup, PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { useAccess } from '../../../auth/use-access.ts';
import { FilterBar } from '../../../editing/screen/FilterBar.tsx';
import { PRICE_LIST } from '../../../editing/kinds/price-list.ts';
import type { PriceListTypes } from '../../../editing/kind/types.ts';
import { useView } from '../../../editing/state/use-view.ts';
import { readSortPart, sortPart } from '../../../lib/address-parts.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAddress, useOpenedWith } from '../../../lib/use-address.ts';
import { usePhoneWidth } from '../../../lib/use-phone-width.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import screen from '../../../ui/screen/screen.module.css';
import { isNamed, useOwnPharmacies } from '../several/own-pharmacies.ts';
import { compareColumns, type CompareRow, sortKey } from './compare-columns.tsx';
import classes from './compare.module.css';
import { EnteredBar } from './EnteredBar.tsx';
import { useEntered } from './use-entered.ts';
import { type Loaded, useOwnLists } from './use-own-lists.ts';

/** Rules 2.25 to 2.27. */
export default function ComparePage() {
  const { t } = useTranslation(['compare', 'common']);
  const { pharmacyId = '', type = '' } = useParams();
  const group = parseProductGroup(type) ?? 'OTC';
  const { mains, mirrors } = useOwnPharmacies();
  const here = mains.find((pharmacy) => isNamed(pharmacy, pharmacyId));
  usePageTitle(t('title'));
  const pharmacies = useMemo(() => (here ? [here, ...mains.filter((each) => each !== here)] : []), [here, mains]);
  return (
    <section className={screen.screen}>
      <header className={screen.title}>
        <h1 className={screen.heading}>{t('title')}</h1>
        {here && <p className={screen.pharmacy}>{t('rest', { name: here.name })}</p>}
        <Button variant="default" ml="auto" component={Link} to={`../../pricelist/${group}`} relative="path">
          {t('toList')}
        </Button>
      </header>
      {!here || mains.length < 2 ? (
        <p className={screen.notice}>{t('single')}</p>
      ) : (
        <Lists key={`${here.apoId}/${group}`} pharmacies={pharmacies} group={group} />
      )}
      {here && mirrors.length > 0 && (
        <p className={screen.footnote}>{t('mirrors', { names: mirrors.map(({ name }) => name).join(', ') })}</p>
      )}
    </section>
  );
}

type ListsProps = { pharmacies: readonly Pharmacy[]; group: ProductGroup };

function Lists({ pharmacies, group }: ListsProps) {
  const { t } = useTranslation('compare');
  const { lists, loadLists } = useOwnLists(pharmacies, group);
  const failed = pharmacies.find(({ apoId }) => lists.get(apoId)?.failure !== undefined);
  const entered = useEntered(useAccess());
  const loaded = useMemo(
    () =>
      pharmacies.flatMap((pharmacy) => {
        const list = lists.get(pharmacy.apoId)?.list;
        return list ? [{ pharmacy, list }] : [];
      }),
    [pharmacies, lists],
  );
  return (
    <>
      {lists.size < pharmacies.length && (
        <p className={screen.notice} role="status">
          {t('loading', { done: lists.size, all: pharmacies.length })}
        </p>
      )}
      {failed && (
        <div className={screen.notice}>
          <LoadFailure
            title={t('failed', { name: failed.name })}
            message={lists.get(failed.apoId)?.failure ?? ''}
            retryLabel={t('retry')}
            onRetry={() => void loadLists([failed])}
          />
        </div>
      )}
      {lists.size === pharmacies.length && lists.get(pharmacies[0]?.apoId ?? 0)?.list && (
        <Comparison loaded={loaded} group={group} entered={entered} loadLists={loadLists} />
      )}
    </>
  );
}

type By = { readonly key: string; readonly reversed: boolean };

type ComparisonProps = {
  loaded: readonly Loaded[];
  group: ProductGroup;
  entered: ReturnType<typeof useEntered>;
  loadLists: (some: readonly Pharmacy[]) => Promise<void>;
};

function Comparison({ loaded, group, entered, loadLists }: ComparisonProps) {
  const { t } = useTranslation(['compare', 'common']);
  const navigate = useNavigate();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const tall = useMediaQuery('(max-width: 30em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const width = usePhoneWidth();
  const room = tall ? width : undefined;
  const { model } = (loaded[0] as Loaded).list;
  const pharmacies = useMemo(() => loaded.map(({ pharmacy }) => pharmacy), [loaded]);
  const compared = useMemo(() => compareLists(loaded.map(({ list }) => list.model)), [loaded]);
  const view = useView<PriceListTypes>(PRICE_LIST, model, NO_EDITS, false, undefined);
  const valueOf = useMemo(() => {
    const values = new Map<string, (row: number) => number>([
      ['spread', (row) => spreadPercent(rangeAt(compared, row))],
    ]);
    pharmacies.forEach((pharmacy, at) => {
      for (const what of COMPARED) values.set(sortKey(what, pharmacy), (row) => compared.lists[at]?.[what][row] ?? NaN);
    });
    return values;
  }, [compared, pharmacies]);

  const address = useOpenedWith();
  const [by, setBy] = useState<By>(() =>
    readSortPart([...valueOf.keys(), LIST_ORDER], address.get('by'), DIFFERENCES_FIRST),
  );
  const [onlyDifferent, setOnlyDifferent] = useState(address.get('only') === 'different');
  useAddress({ by: sortPart(by, DIFFERENCES_FIRST), only: onlyDifferent ? 'different' : undefined });
  const different = useMemo(() => differingRows(compared, view.rows), [compared, view.rows]);
  const rows = useMemo(() => {
    const shown = onlyDifferent ? different : view.rows;
    const value = valueOf.get(by.key);
    return value ? orderByValue(shown, value, by.reversed) : shown;
  }, [onlyDifferent, different, view.rows, by, valueOf]);
  const { actionsOf, sideOf } = entered;
  const columns = useMemo(
    () => compareColumns({ model, compared, loaded, actionsOf, group, narrow, room, t }),
    [model, compared, loaded, actionsOf, group, narrow, room, t],
  );
  const dataOf = useMemo(() => {
    const sides = loaded.map(sideOf);
    return (row: number): CompareRow =>
      Object.fromEntries(
        sides.flatMap(({ at }, index) => {
          const there = compared.lists[index]?.rows[row] ?? -1;
          const side = there < 0 ? undefined : at(there);
          return side ? [[index, side]] : [];
        }),
      );
  }, [loaded, compared, sideOf]);
  const { sortBy } = view;
  const listKey = view.sort.key;
  const inListOrder = by.key === LIST_ORDER;
  const sort = useCallback(
    (key: string) => {
      if (valueOf.has(key)) setBy((before) => ({ key, reversed: before.key !== key || !before.reversed }));
      else {
        setBy({ key: LIST_ORDER, reversed: false });
        // it is only a second click on a column that reverses it
        if (inListOrder || listKey !== key) sortBy(key);
      }
    },
    [valueOf, sortBy, inListOrder, listKey],
  );
  return (
    <>
      <FilterBar editor={{ kind: PRICE_LIST, model, view }}>
        {() => (
          <>
            <Switch
              size="sm"
              label={t('onlyDifferent')}
              checked={onlyDifferent}
              onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
            />
            <NativeSelect
              aria-label={t('group')}
              value={group}
              data={PRODUCT_GROUPS.map((each) => ({ value: each, label: t(`common:productGroup.${each}`) }))}
              onChange={(event) => void navigate(`../${event.currentTarget.value}`, { relative: 'path' })}
            />
          </>
        )}
      </FilterBar>
      <p className={screen.footnote} role="status">
        {t('different', { count: different.length, number: formatCount(different.length) })}
      </p>
      <div className={classes.grid} role="presentation" onKeyDown={followLink}>
        <DataGrid
          label={t('grid')}
          columns={columns}
          tall={tall}
          rows={rows}
          dataOf={dataOf}
          sort={inListOrder ? view.sort : by}
          onSort={sort}
          viewKey={`${view.key}|${by.key}|${by.reversed}|${onlyDifferent}`}
          empty={t('none')}
          printHint={t('print')}
        />
      </div>
      {entered.count > 0 && <EnteredBar loaded={loaded} group={group} entered={entered} loadLists={loadLists} />}
    </>
  );
}

/** The order of the list itself, by one of its own columns. */
const LIST_ORDER = 'list';
const DIFFERENCES_FIRST: By = { key: 'spread', reversed: true };

/** The grid leads to cells, not to links in them. */
function followLink({ key, target }: KeyboardEvent): void {
  if (key === 'Enter' && target instanceof HTMLElement) target.querySelector('a')?.click();
}

function rangeAt({ lowest, highest }: ComparedLists, row: number): PriceRange {
  return { lowest: lowest[row] as number, highest: highest[row] as number };
}
