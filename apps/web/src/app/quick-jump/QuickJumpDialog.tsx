import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { isSearchable } from '@portal/rules';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { selectPharmacyContext, selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { selectUserInfo } from '../../auth/session-slice.ts';
import { useAccess } from '../../auth/use-access.ts';
import {
  useFindArticlesQuery,
  useGetDashboardQuery,
  useListPharmaciesQuery,
} from '../../features/pharmacies/pharmacies-api.ts';
import { pharmacyPath } from '../../features/pharmacies/pharmacy-path.ts';
import { searchOpenList } from '../../lib/search-open-list.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './QuickJumpDialog.module.css';
import {
  articleTargets,
  pageTargets,
  pharmacyTargets,
  searchTargets,
  type Target,
  type TargetGroup,
} from './targets.ts';

/** Longer than the time between two keystrokes, shorter than a user waits. */
const TYPING_MS = 250;
const NOTHING = { params: { apoId: '', token: '' }, query: { q: '' } } as const;

type Props = { opened: boolean; query: string; onQuery: (query: string) => void; onClose: () => void };

/** Rule 2.43. */
export default function QuickJumpDialog({ opened, query, onQuery, onClose }: Props) {
  const { t } = useTranslation(['quickJump', 'common']);
  const [at, setAt] = useState(0);
  const { groups, state } = useTargets(query);
  const targets = groups.flatMap((group) => group.targets);
  const active = targets[Math.min(at, targets.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const idOf = (target: Target) => `${listId}-${target.id}`;
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const go = ({ to, search, state }: Target) => {
    onClose();
    if (search !== undefined && to.split('?')[0] === pathname && searchOpenList(search)) return;
    void navigate(to, { state });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (direction !== undefined && targets.length > 0) {
      setAt((Math.min(at, targets.length - 1) + direction + targets.length) % targets.length);
    } else if (event.key === 'Enter' && active) go(active);
    else return;
    event.preventDefault();
  };
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  return (
    <Dialog opened={opened} onClose={onClose} size={620} title={t('title')} centered={false} yOffset="8dvh">
      <TextInput
        className={classes.field ?? ''}
        data-autofocus
        role="combobox"
        aria-label={t('field')}
        placeholder={t('field')}
        aria-expanded={targets.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active ? { 'aria-activedescendant': idOf(active) } : {})}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={({ currentTarget: { value } }) => {
          onQuery(value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={listId}
        // an empty list box is invalid
        {...(targets.length > 0 ? { role: 'listbox', 'aria-label': t('results') } : {})}
        className={classes.list}
      >
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.label}>
            <div className={classes.group} aria-hidden>
              {group.label}
            </div>
            {group.targets.map((target) => (
              <div
                key={target.id}
                id={idOf(target)}
                role="option"
                tabIndex={-1}
                aria-selected={target.id === active?.id}
                className={classes.option}
                data-stacked={target.search !== undefined || undefined}
                onMouseMove={() => setAt(targets.indexOf(target))}
                onClick={() => go(target)}
                onKeyDown={onKeyDown}
              >
                <span className={classes.label}>{target.label}</span>
                {target.price && <span className={classes.price}>{target.price}</span>}
                {target.detail && <span className={classes.detail}>{target.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={classes.state}>
        {state && t(`state.${state}`)}
      </p>
    </Dialog>
  );
}

type State = 'searching' | 'failed' | 'nothing' | null;

/** What comes from the server stands last: it must not move what the user is about to choose. */
function useTargets(query: string): { groups: readonly TargetGroup[]; state: State } {
  const { t } = useTranslation(['quickJump', 'common']);
  const { staff } = useAccess();
  const pharmacy = useSelector(selectPharmacyContext);
  const pilotAccess = useSelector(selectPilotAccess);
  const user = useSelector(selectUserInfo);
  const base = pharmacy ? pharmacyPath(pharmacy) : undefined;
  const page = useMemo(
    () => (base !== undefined && pharmacy ? { base, name: pharmacy.name } : undefined),
    [base, pharmacy],
  );
  const [typed] = useDebouncedValue(query.trim(), TYPING_MS);
  const wanted = isSearchable(query);
  const asks = page !== undefined && (staff || pilotAccess) && wanted && isSearchable(typed);
  const params = { crmId: pharmacy?.crmCompanyId ?? '', token: pharmacy?.token ?? '' };
  const { currentData: dashboard } = useGetDashboardQuery({ params }, { skip: !page });
  const { data: all } = useListPharmaciesQuery(undefined, { skip: !staff || !wanted });
  const articles = useFindArticlesQuery(
    asks ? { params: { apoId: params.crmId, token: params.token }, query: { q: typed } } : NOTHING,
    { skip: !asks },
  );

  const pages = useMemo(
    () => pageTargets(t, { page, groups: dashboard?.tpData ?? [], staff }, query),
    [t, page, dashboard, staff, query],
  );
  const pharmacies = useMemo(() => {
    if (staff) {
      const every = all?.pharmacies.flatMap(({ pharmacies: mirrors, ...main }) => [main, ...mirrors]) ?? [];
      return wanted ? pharmacyTargets(t, every, query) : [];
    }
    const own = user?.pharmacies ?? [];
    return own.length > 1 ? pharmacyTargets(t, own, query) : [];
  }, [t, staff, all, user, wanted, query]);
  const found = useMemo(
    () => (asks && page && articles.currentData ? articleTargets(t, page, articles.currentData, typed) : []),
    [t, asks, page, articles.currentData, typed],
  );
  const isEmpty = asks && articles.currentData?.length === 0;
  const elsewhere = isEmpty && page && pages.length + pharmacies.length === 0 ? searchTargets(t, page, typed) : [];
  const groups = [
    { id: 'pages', label: t('groups.pages'), targets: pages },
    { id: 'pharmacies', label: t('groups.pharmacies'), targets: pharmacies },
    { id: 'articles', label: t('groups.articles', { name: page?.name }), targets: [...found, ...elsewhere] },
  ].filter(({ targets }) => targets.length > 0);
  return { groups, state: stateOf() };

  function stateOf(): State {
    if (page !== undefined && wanted && (staff || pilotAccess)) {
      if (articles.isError && !articles.isFetching) return 'failed';
      if (!articles.currentData || typed !== query.trim()) return 'searching';
      if (isEmpty && elsewhere.length > 0) return 'nothing';
    }
    return groups.length === 0 ? 'nothing' : null;
  }
}
