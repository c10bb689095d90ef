import type { FoundArticles, Pharmacy, ProductGroupEntry } from '@portal/contracts';
import { formatCents, packagePath, PRODUCT_GROUPS, pharmacySearch, searchText } from '@portal/rules';
import type { TFunction } from 'i18next';
import { approvalTasks } from '../../features/pharmacies/dashboard/tasks.ts';
import { TO_EDIT } from '../../features/price-lists/compare/use-opened-to-edit.ts';
import { pharmacyPath } from '../../features/pharmacies/pharmacy-path.ts';
import { formatCount } from '../../lib/format.ts';

export type Target = {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly price?: string;
  readonly to: string;
  /** What the list is searched for. */
  readonly search?: string;
  readonly state?: typeof TO_EDIT;
};
export type TargetGroup = { readonly id: string; readonly label: string; readonly targets: readonly Target[] };

export type PharmacyPage = { readonly base: string; readonly name: string };
type T = TFunction<['quickJump', 'common']>;

const MAX_PHARMACIES = 8;

const STAFF_PAGES = [
  { name: 'pharmacies', to: '/admin' },
  { name: 'overview', to: '/admin?view=overview' },
  { name: 'pipeline', to: '/admin/pipeline' },
  { name: 'uploads', to: '/admin/uploads' },
  { name: 'deliveries', to: '/admin/deliveries' },
  { name: 'export', to: '/admin/export' },
] as const;

/** Each word has to be part of what is read. */
function matching(targets: readonly Target[], query: string): Target[] {
  const words = searchText(query.trim()).split(/\s+/);
  return targets.filter(({ label, detail = '' }) => {
    const text = searchText(`${label} ${detail}`);
    return words.every((word) => text.includes(word));
  });
}

/** Start page, open updates, price lists and what else there is of the pharmacy; then the pages of staff. */
export function pageTargets(
  t: T,
  { page, groups, staff }: { page: PharmacyPage | undefined; groups: readonly ProductGroupEntry[]; staff: boolean },
  query: string,
): Target[] {
  const target = (id: string, label: string, to: string, detail?: string): Target => ({
    id,
    label,
    to,
    ...(detail ? { detail } : {}),
  });
  const ofPharmacy = page
    ? [
        target('start', t('pages.start'), page.base, page.name),
        ...approvalTasks(groups, staff).map((task) =>
          target(
            `update-${task.id}`,
            t('common:tasks.entry', {
              kind: t(`common:kind.${task.kind}`),
              group: t(`common:productGroup.${task.productGroup}`),
            }),
            `${page.base}/${packagePath(task)}`,
            t('update', { id: task.id }),
          ),
        ),
        ...PRODUCT_GROUPS.map((group) =>
          target(
            `list-${group}`,
            t('common:priceLists.named', { name: t(`common:productGroup.${group}`) }),
            `${page.base}/pricelist/${group}`,
          ),
        ),
        target('shelf', t('common:nav.shelf'), `${page.base}/regal`),
        target('changes', t('pages.changes'), `${page.base}/verlauf`),
        ...(staff ? [target('history', t('common:nav.history'), `${page.base}/history`)] : []),
        target('settings', t('common:nav.settings'), `${page.base}/settings`),
      ]
    : [];
  const ofStaff = staff
    ? STAFF_PAGES.map(({ name, to }) =>
        target(name, name === 'export' ? t('pages.export') : t(`common:adminViews.${name}`), to, t('allPharmacies')),
      )
    : [];
  return matching([...ofPharmacy, ...ofStaff], query);
}

/** Rule 2.8: by name, city or ApoID. */
export function pharmacyTargets(t: T, pharmacies: readonly Pharmacy[], query: string): Target[] {
  const isFound = pharmacySearch(query);
  const found: Target[] = [];
  for (const pharmacy of pharmacies) {
    const to = pharmacyPath(pharmacy);
    if (to === undefined || !isFound(pharmacy)) continue;
    const { apoId, name, city } = pharmacy;
    found.push({ id: `pharmacy-${apoId}`, label: name, detail: t('pharmacy', { id: apoId, city }), to });
    if (found.length === MAX_PHARMACIES) break;
  }
  return found;
}

/** Of each list the first articles, and the way to all of them (rule 2.42). */
export function articleTargets(t: T, { base }: PharmacyPage, found: FoundArticles, query: string): Target[] {
  return found.flatMap(({ productGroup, count, articles }) => {
    const list = `${base}/pricelist/${productGroup}`;
    const group = t(`common:productGroup.${productGroup}`);
    const target = (id: string, label: string, detail: string, search: string): Target => ({
      id,
      label,
      detail,
      to: `${list}?${new URLSearchParams({ q: search }).toString()}`,
      search,
    });
    const rows = articles.map(({ pzn, name, content, producer, effectivePrice }) => ({
      ...target(
        `article-${pzn}`,
        [name, content].filter(Boolean).join(' · '),
        t('article', { group, producer, pzn }),
        pzn,
      ),
      price: effectivePrice === null ? t('noPrice') : `${formatCents(effectivePrice)} €`,
      state: TO_EDIT,
    }));
    if (count <= articles.length) return rows;
    return [...rows, target(`all-${productGroup}`, t('all', { group, formatted: formatCount(count) }), '', query)];
  });
}

/** The lists search with more patience: without hyphens and accents (rule 2.41). */
export function searchTargets(t: T, { base }: PharmacyPage, query: string): Target[] {
  return PRODUCT_GROUPS.map((productGroup) => ({
    id: `search-${productGroup}`,
    label: t('searchIn', { group: t(`common:productGroup.${productGroup}`), query }),
    to: `${base}/pricelist/${productGroup}?${new URLSearchParams({ q: query }).toString()}`,
    search: query,
  }));
}
