import type { ModelPortal } from './portal.ts';
import { addressOf } from './people.ts';
import { GROUPS, KINDS, pharmacyOf, type World } from './state.ts';
import { dueText } from './visible.ts';

type Fields = Record<string, unknown>;
type Rows = Fields[];
const SALES = { who: 'sales' } as const;

/** A page that staff may look at: what of it is compared, by the name that `visible` has for it. */
export type Page = { name: string; path: string; read(body: Fields): unknown };

/** All pages of a pharmacy. */
export function pagesOf(world: World, index: number): Page[] {
  const pharmacy = pharmacyOf(world, index);
  const address = addressOf(pharmacy);
  const packages = world.packages.flatMap((one, at) =>
    one.pharmacy === index && pharmacy.parent === null ? [{ one, at }] : [],
  );
  return [
    // The number only makes its address that of this pharmacy.
    { name: 'deliveries', path: `/api/admin/deliveries#${pharmacy.apoId}`, read: deliveriesOf(pharmacy.apoId) },
    { name: 'rules', path: `/api/price/standing-rules/${address}`, read: rulesOf },
    { name: 'dashboard', path: `/api/pharmacy/dashboard/${address}`, read: dashboardOf },
    { name: 'periods', path: `/api/price/periods/${address}`, read: periodsOf },
    { name: 'files', path: `/api/price/tillfiles/${address}`, read: filesOf },
    { name: 'history', path: `/api/pharmacy/history/${address}?limit=500`, read: historyOf },
    ...GROUPS.flatMap((group) => [
      { name: `list ${group}`, path: `/api/price/${address}/${group}`, read: listOf },
      { name: `reviews ${group}`, path: `/api/price/reviews/${address}/${group}`, read: reviewsOf },
    ]),
    ...packages.map(({ one, at }) => ({
      name: `#${at}`,
      path: `/api/price/${one.kind.toLowerCase()}/${address}/${one.id}/${one.group}`,
      read: packageOf,
    })),
  ];
}

/** What staff see on a page, and of a list its version. */
export async function look(portal: ModelPortal, world: World, { path, read }: Page) {
  const { status, body } = await portal.call(world, { as: SALES, method: 'GET', path });
  if (status !== 200) return { value: { unreadable: status, message: body.message }, version: null };
  return { value: read(body), version: body.pricelist ? Number(body.version) : null };
}

const cents = (euros: unknown): number | null => (typeof euros === 'number' ? Math.round(euros * 100) : null);
const byPzn = (rows: Rows): Rows => rows.toSorted((a, b) => String(a.pzn).localeCompare(String(b.pzn)));

const dayNumber = (day: unknown) => (typeof day === 'string' ? Date.parse(`${day}T00:00:00Z`) / 86_400_000 : null);

/** What waits for staff. */
const deliveriesOf = (apoId: number) => (body: Fields) => {
  const own = (rows: unknown) => (rows as Rows).filter(({ pharmacy }) => (pharmacy as Fields).apoId === apoId);
  return {
    open: own(body.deliveries).flatMap(({ id, state }) => (state === 'open' ? [id] : [])),
    held: own(body.held).map(({ updateId, changes }) =>
      [updateId, ...(changes as Rows).map(({ pzn }) => pzn).sort()].join(' '),
    ),
  };
};

/** Of each what stands in the dialog, the newest first, and what the till of files has of each group. */
const filesOf = (body: Fields) => ({
  files: (body.files as Rows).map(
    ({ id, userName, productGroups, contents, rows, withdrawn, loaded, reported, latest, refusal }) =>
      [
        `${String(id)} ${String(contents)} of ${(productGroups as string[]).join(' ')} by ${String(userName)}`,
        `${String(rows)} rows, ${String(withdrawn)} without a price`,
        loaded === null ? 'not loaded' : `loaded by ${String((loaded as Fields).userName)}`,
        `till ${reported === null ? null : String((reported as Fields).count)}`,
        `${latest ? 'last word, ' : ''}${refusal === null ? 'fits' : 'refused'}`,
      ].join(', '),
  ),
  groups: Object.fromEntries(
    (body.groups as Rows).map(({ productGroup, since, issue, changed, gone }) => [
      productGroup,
      `${String(issue)} since ${since === null ? null : String((since as Fields).userName)}, ${String(changed)} changed, ${String(gone)} gone`,
    ]),
  ),
});

const rulesOf = (body: Fields) => (body.rules as Rows).map(({ name, drafts }) => `${String(name)} ${String(drafts)}`);

/** Who, which package, and the words that rules ask for. */
const historyOf = (body: Fields) =>
  (body.history as Rows)
    .map(({ userName, hasLog, event, ...ids }) => {
      const kind = KINDS.find((each) => ids[`${each.toLowerCase()}importId`] !== null);
      const of = kind ? [`${kind} ${String(ids[`${kind.toLowerCase()}importId`])}`] : [];
      const said = String(event)
        .replace(/\bein Zeitraum nicht/, '1 nicht')
        .replace(' Zeiträume nicht', ' nicht');
      const words =
        said.match(
          /(?:Erst|Neu)berechnung|Teil \d+|ersetzt durch \d+|kein Artikel geladen|keine Preisänderung|(?<![:\d])\d+ nicht\b/g,
        ) ?? [];
      return [`${String(userName)}${hasLog ? ' (log)' : ''}`, ...of, ...words].join(', ');
    })
    .sort();

const reviewsOf = (body: Fields) => ({
  due: (body.rows as Rows).map(({ pzn }) => pzn),
  reminders: (body.reminders as Rows).map(({ pzn, day }) => `${String(pzn)} ${dayNumber(day)}`),
});

/** Those that run and come, in cents. */
const periodsOf = (body: Fields) =>
  (body.periods as Rows)
    .filter(({ state }) => state !== 'ended')
    .map(({ pzn, state, effectivePrice, priceType, validFrom, validTo }) => {
      const from = state === 'running' ? '' : ` from ${dayNumber(validFrom)}`;
      return `${String(pzn)} ${String(state)}${from} to ${dayNumber(validTo)} ${String(priceType)} ${String(effectivePrice)}`;
    })
    .sort();

export function listOf(body: Fields) {
  const row = ({ pzn, negative, priceNew, priceEdit, priceOld, validTo }: Fields) =>
    [
      pzn,
      `${String(negative)} ${cents(priceNew)} ${cents(priceEdit)} before ${cents(priceOld)} until ${dayNumber(validTo)}`,
    ] as const;
  return {
    rows: Object.fromEntries(byPzn(body.pricelist as Rows).map(row)),
    names: Object.fromEntries(byPzn(body.pricelist as Rows).map(({ pzn, name }) => [pzn, name])),
    blockEdit: body.blockEdit,
    blocked: (body.blockedProducts as Rows).map(({ pzn }) => pzn).sort(),
    parent: (body.parentPharmacy as Fields | null)?.apoId ?? null,
  };
}

function dashboardOf(body: Fields) {
  const card = body.pharmacy as Fields;
  const shownCard = {
    active: card.active,
    contract: card.contractStatus,
    access: card.userAccessActivated,
    emails: card.userEmails !== null,
    parent: card.parentPharmacy,
    mdp: card.mdpCount,
    qdp: card.qdpCount,
    lzd: card.lzdCount,
    released: card.lzdActiveCount,
  };
  if (body.status !== 'OK') return { status: body.status, card: shownCard };
  const till = body.till as Fields;
  const latest = new Map((body.latestApprovals as Rows).map((entry) => [entry.productGroup, entry]));
  return {
    status: body.status,
    card: shownCard,
    groups: Object.fromEntries(
      (body.tpData as Rows).map((entry) => [entry.productGroup, groupOf(entry, latest.get(entry.productGroup) ?? {})]),
    ),
    mirrors: (body.shadowPharmacies as Rows).map(({ apoId }) => apoId).sort(),
    till: {
      reload: till.reload,
      pending: till.pendingCount,
      refused: till.refused,
      differs: till.differsSince !== null,
    },
    lacks: lacksOf(body.tillLacks as { reload: boolean; groups: Rows } | null),
  };
}

const lacksOf = (lacks: { reload: boolean; groups: Rows } | null) =>
  lacks &&
  (lacks.reload
    ? 'all'
    : lacks.groups.map(({ productGroup, changed }) => `${String(productGroup)} ${String(changed)}`));

const groupOf = (entry: Fields, latest: Fields) => ({
  count: entry.count,
  exclusions: entry.negative,
  flags: [entry.flag, entry.qdpFlag],
  open: [entry.mdpId, entry.qdpId, entry.lzdId],
  due: [deadline(entry.mdpDeadline), deadline(entry.qdpDeadline)],
  ready: entry.readyToApprove,
  latest: [latest.mdpimportId ?? null, latest.qdpimportId ?? null, latest.lzdimportId ?? null],
});

export function deadline(value: unknown): string | null {
  const due = value as { at: string; action: 'approve' | 'delete' } | null | undefined;
  return due ? dueText({ at: Date.parse(due.at), action: due.action }) : null;
}

function packageOf(body: Fields) {
  const status = body.approvalStatus ?? body.approved;
  const open = status === 0;
  const ruleNames = new Map((body.standingRules as Rows).map(({ id, name }) => [id, name]));
  const row = (fields: Fields) => {
    const { pzn, truePrice, editedPrice, editedPermanent, editedIgnore, negative, editedNegative, inactive, part } =
      fields;
    const by = fields.editedRule === null || !open ? '' : ` by ${String(ruleNames.get(fields.editedRule))}`;
    const edited =
      editedPermanent === null && editedIgnore === null && editedPrice === null
        ? 'untouched'
        : `${cents(editedPrice)} ${String(editedPermanent)} ${String(editedIgnore)}${by}`;
    const start = `${cents(truePrice)} ${edited}`;
    if (part !== null) return [pzn, `${start} in part ${String(part)}`] as const;
    return [
      pzn,
      !open ? start : inactive ? `${start} locked` : `${start} from ${String(negative)} to ${String(editedNegative)}`,
    ] as const;
  };
  const { kind, approver, mayReopen, mayDelete } = body;
  return {
    status,
    approver,
    due: deadline(body.deadline),
    mayReopen,
    mayDelete,
    parts: (body.parts as Rows).map(({ number, rows, mayTakeBack }) => ({ number, rows, mayTakeBack })),
    ...(kind === 'LZD' ? { released: body.readyForApproval, reset: body.resetChoice } : {}),
    rows: Object.fromEntries(byPzn(body.products as Rows).map(row)),
  };
}
