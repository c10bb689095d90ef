import { shownDue } from './rules/deadlines.ts';
import { goneFrom, isRefused, isLastWord, keptFiles, loadOf } from './rules/files.ts';
import { lacked, lackedByFiles } from './rules/lacking.ts';
import { approvedItem, isInactive, isLapsed } from './rules/package-rows.ts';
import { mayReopen } from './rules/closing.ts';
import { openRows, partsOf } from './rules/packages.ts';
import { mayTakeBack } from './rules/parts.ts';
import { shown as shownRow } from './rules/prices.ts';
import { dueRows, reminders } from './rules/reviews.ts';
import { tillPrices } from './rules/till.ts';
import {
  type Draft,
  type Due,
  GROUPS,
  type Group,
  type HistoryLine,
  KINDS,
  type Kind,
  openPackage,
  type Package,
  pharmacyOf,
  shownOf,
  type Till,
  type World,
} from './state.ts';

/** What staff must see of a pharmacy, page by page as `pagesOf` names them. */
export function visible(world: World, index: number): Record<string, unknown> {
  const pharmacy = pharmacyOf(world, index);
  return {
    deliveries: visibleDeliveries(world, index),
    dashboard: visibleDashboard(world, index),
    periods: visiblePeriods(world, index),
    rules: visibleRules(world, index),
    files: visibleFiles(world, index),
    history: pharmacy.history.map((line) => visibleLine(world, line)).sort(),
    ...Object.fromEntries(
      GROUPS.flatMap((group) => [
        [`list ${group}`, visibleList(world, index, group)],
        [`reviews ${group}`, { due: dueRows(world, index, group), reminders: reminders(world, index, group) }],
      ]),
    ),
    ...Object.fromEntries(
      world.packages.flatMap((one, at) =>
        one.pharmacy === index && pharmacy.parent === null ? [[`#${at}`, visiblePackage(world, one, at)]] : [],
      ),
    ),
  };
}

function visibleLine({ packages }: World, { user, hasLog, about }: HistoryLine): string {
  const [of, by] = [about.of, about.by].map((at) => (at === undefined ? undefined : packages[at]));
  const { part, nothing, lost, names } = about;
  const isNamed = of?.kind === 'LZD' && lost === undefined && !names;
  const words = [
    isNamed ? (of.first ? 'Erstberechnung' : 'Neuberechnung') : '',
    part ? `Teil ${part}` : '',
    by ? `ersetzt durch ${by.id}` : '',
    nothing ? { loaded: 'kein Artikel geladen', changed: 'keine Preisänderung' }[nothing] : '',
    lost ? `${lost} nicht` : '',
  ].filter(Boolean);
  return [`${user}${hasLog ? ' (log)' : ''}`, ...(of ? [`${of.kind} ${of.id}`] : []), ...words].join(', ');
}

/** What waits for staff, the newest first. */
function visibleDeliveries({ refused, packages }: World, index: number) {
  const held = packages.filter((one) => one.pharmacy === index && one.held && one.status !== 'deleted');
  return {
    open: refused
      .flatMap(({ id, pharmacy, state }) => (pharmacy === index && state === 'open' ? [id] : []))
      .toReversed(),
    held: held.map(({ id, held: of }) => [id, ...Object.keys(of ?? {}).sort()].join(' ')).toReversed(),
  };
}

function visiblePeriods(world: World, index: number): string[] {
  const { lists } = pharmacyOf(world, shownOf(world, index));
  return GROUPS.flatMap((group) => [
    ...Object.entries(lists[group].items).flatMap(([pzn, { period }]) =>
      period ? [`${pzn} running to ${period.until} 3 ${period.price}`] : [],
    ),
    ...lists[group].coming.flatMap(({ pzn, from, to, type, price, ended }) =>
      ended === null ? [`${pzn} coming from ${from} to ${to} ${type} ${price}`] : [],
    ),
  ]).sort();
}

export function visibleList(world: World, index: number, group: Group) {
  const shown = shownOf(world, index);
  const { items } = pharmacyOf(world, shown).lists[group];
  const { parent } = pharmacyOf(world, index);
  const blocked = [openPackage(world, shown, group, 'MDP'), openPackage(world, shown, group, 'QDP')];
  return {
    rows: Object.fromEntries(
      Object.entries(items)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([pzn, item]) => {
          const { type, own } = shownRow(item);
          return [pzn, `${type} ${item.calculated} ${own} before ${item.before} until ${item.period?.until ?? null}`];
        }),
    ),
    names: Object.fromEntries(
      Object.keys(items)
        .sort()
        .map((pzn) => [pzn, world.products[pzn]?.name]),
    ),
    blockEdit: openPackage(world, shown, group, 'LZD') !== undefined,
    blocked: [...new Set(blocked.flatMap((one) => (one ? openRows(one) : [])))].sort(),
    parent: parent === null ? null : pharmacyOf(world, parent).apoId,
  };
}

function visibleDashboard(world: World, index: number) {
  const pharmacy = pharmacyOf(world, index);
  const shown = shownOf(world, index);
  const card = {
    active: pharmacy.active,
    contract: pharmacy.contract,
    access: pharmacy.access,
    emails: pharmacy.emails,
    parent: pharmacy.parent === null ? null : pharmacyOf(world, pharmacy.parent).apoId,
    ...counts(world, shown),
  };
  if (!pharmacy.pilot) return { status: 'NO_PILOT', card };
  return {
    status: 'OK',
    card,
    groups: Object.fromEntries(GROUPS.map((group) => [group, visibleGroup(world, shown, group)])),
    mirrors: world.pharmacies
      .filter(({ parent }) => parent === index)
      .map(({ apoId }) => apoId)
      .sort(),
    till: visibleTill(world, index),
    lacks: visibleLacks(world, index),
  };
}

function counts(world: World, shown: number) {
  const open = (kind: Kind) =>
    world.packages.filter((one) => one.pharmacy === shown && one.kind === kind && one.status === 'open');
  return {
    mdp: open('MDP').length,
    qdp: open('QDP').length,
    lzd: open('LZD').length,
    released: open('LZD').filter(({ released }) => released).length,
  };
}

function visibleGroup(world: World, shown: number, group: Group) {
  const { items, flag, qdpFlag } = pharmacyOf(world, shown).lists[group];
  const exclusions = Object.values(items).filter((item) => shownRow(item).type === 1).length;
  const [mdp, qdp, lzd] = KINDS.map((kind) => openPackage(world, shown, group, kind));
  const latest = (kind: Kind) =>
    world.packages
      .filter((one) => one.pharmacy === shown && one.group === group && one.kind === kind && one.status === 'approved')
      .reduce<Package | null>((last, one) => (last && last.approvedIn > one.approvedIn ? last : one), null)?.id ?? null;
  return {
    count: Object.keys(items).length - exclusions,
    exclusions,
    flags: [flag, qdpFlag],
    open: [mdp?.id ?? null, qdp?.id ?? null, lzd?.id ?? null],
    due: [dueText(mdp && shownDue(world, mdp)), dueText(qdp && shownDue(world, qdp))],
    ready: lzd?.released ?? false,
    latest: KINDS.map(latest),
  };
}

export const dueText = (due: Due | undefined): string | null =>
  due ? `${due.action} ${new Date(due.at).toISOString()}` : null;

/** What the dashboard says of the till: whether it gets everything next time, how many prices it lacks, and what it said. */
function visibleTill(world: World, index: number) {
  const { exchanges } = pharmacyOf(world, index);
  const { acknowledged: had, refused, differs } = world.tills[index] as Till;
  const shown = pharmacyOf(world, shownOf(world, index));
  if (!had || had.exchanges !== exchanges) {
    const all = GROUPS.reduce((sum, group) => sum + Object.keys(shown.lists[group].items).length, 0);
    return { reload: true, pending: all, refused: 0, differs: false };
  }
  const now = tillPrices(world, index);
  const pending = Object.keys({ ...had.prices, ...now }).filter((pzn) => had.prices[pzn] !== now[pzn]).length;
  return { reload: false, pending, refused: refused.length, differs };
}

/** Once a confirmed file counts, what any till lacks (rule 9.20). */
function visibleLacks(world: World, index: number) {
  if (!world.files.some(({ pharmacy, loaded }) => pharmacy === index && loaded)) return null;
  const lacks = GROUPS.map((group) => [group, lacked(world, index, group)] as const);
  if (lacks.some(([, of]) => of === 'all')) return 'all';
  return lacks.flatMap(([group, of]) => (of instanceof Set && of.size > 0 ? [`${group} ${of.size}`] : []));
}

function visibleFiles(world: World, index: number) {
  const files = keptFiles(world, index);
  return {
    files: files
      .map((file) => {
        const { id, user, groups, contents, rows, loaded, reported } = file;
        const prices = Object.values(rows);
        return [
          `${id} ${contents} of ${groups.join(' ')} by ${user}`,
          `${prices.length} rows, ${prices.filter((price) => price === null).length} without a price`,
          loaded === null ? 'not loaded' : `loaded by ${loaded.user}`,
          `till ${reported}`,
          `${isLastWord(world, file) ? 'last word, ' : ''}${isRefused(world, file) ? 'refused' : 'fits'}`,
        ].join(', ');
      })
      .toReversed(),
    groups: Object.fromEntries(
      GROUPS.map((group) => {
        const load = loadOf(world, index, group);
        const lacks = lackedByFiles(world, index, group);
        const issue = typeof load === 'string' ? load : null;
        const user = typeof load === 'string' ? null : load.loaded?.user;
        const changed = lacks instanceof Set ? lacks.size : null;
        return [group, `${issue} since ${user}, ${changed} changed, ${goneFrom(world, index, group).length} gone`];
      }),
    ),
  };
}

/** In their order, with their untouched drafts in open packages. */
function visibleRules(world: World, index: number) {
  const shown = shownOf(world, index);
  const open = world.packages.filter((one) => one.pharmacy === shown && one.status === 'open');
  const drafts = open.flatMap((one) => Object.values(one.drafts));
  return pharmacyOf(world, shown).rules.map(
    ({ key, name }) => `${name} ${drafts.filter(({ rule }) => rule?.key === key).length}`,
  );
}

function visiblePackage(world: World, one: Package, at: number) {
  const item = (pzn: string) => pharmacyOf(world, one.pharmacy).lists[one.group].items[pzn];
  const { lists } = pharmacyOf(world, one.pharmacy);
  const anyItem = (pzn: string) => GROUPS.map((group) => lists[group].items[pzn]).find((each) => each);
  const open = one.status === 'open';
  /** Of a draft typed on a period. */
  const says = ({ on, price, permanent, ignore }: Draft) =>
    on === undefined ? undefined : ignore ? 1 : price === null ? 0 : permanent ? 3 : 2;
  return {
    status: { open: 0, approved: 1, deleted: -1 }[one.status],
    approver: one.approver,
    due: dueText(shownDue(world, one)),
    mayReopen: mayReopen(world, at),
    mayDelete: open,
    parts: partsOf(one).map(({ number, pzns }) => ({
      number,
      rows: pzns.length,
      mayTakeBack: mayTakeBack(world, at, number),
    })),
    ...(one.kind === 'LZD' ? { released: one.released, reset: one.reset ? 0 : 1 } : {}),
    rows: Object.fromEntries(
      Object.entries(one.rows)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([pzn, price]) => {
          const kept = one.drafts[pzn];
          const draft = kept && one.status !== 'approved' && isLapsed(anyItem(pzn), kept) ? undefined : kept;
          const by = draft?.rule && open ? ` by ${draft.rule.name}` : '';
          const edited = draft ? `${draft.price} ${draft.permanent} ${draft.ignore}${by}` : 'untouched';
          const part = one.parts[pzn];
          if (part && one.status !== 'approved') return [pzn, `${price} ${edited} in part ${part.number}`];
          if (!open) return [pzn, `${price} ${edited}`];
          if (isInactive(world, one, pzn)) return [pzn, `${price} ${edited} locked`];
          const becomes = draft ? (says(draft) ?? approvedItem(world, one, pzn, draft).type) : null;
          const listed = item(pzn);
          const from = one.reset || !listed ? 0 : shownRow(listed).type;
          return [pzn, `${price} ${edited} from ${from} to ${becomes}`];
        }),
    ),
  };
}
