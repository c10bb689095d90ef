import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint } from '@portal/contracts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

/** `Closed` ones have no access to the pilot: one of its own, and a mirror whose main pharmacy has. */
const PHARMACY_KINDS = ['main', 'mirror', 'other', 'closed', 'closedMirror'] as const;
type PharmacyKind = (typeof PHARMACY_KINDS)[number];

/** Who calls, and what a reader of the specification expects of them (rule 1.4). */
type CallerKind = {
  name: string;
  roles: string[];
  country?: string;
  signedIn?: boolean;
  staff?: boolean;
  /** crm numbers counted from the seeded pharmacies */
  pharmacies?: PharmacyKind[];
  service?: 'till_sync' | 'pricing_engine' | 'customer_centre';
  /** Whose till it is, unless the main pharmacy's */
  till?: 'closed';
  refused?: boolean;
};

let portal: TestPortal;
const pharmacies = {} as Record<PharmacyKind, SeededPharmacy>;
const clients = new Map<string, Client>();

const crm = { main: 700_001, mirror: 700_002, other: 700_003, closed: 700_004, closedMirror: 700_005 };
const userOf = (...kinds: PharmacyKind[]) => kinds.map((kind) => `TP_user_${crm[kind]}`);
const CALLERS: CallerKind[] = [
  { name: 'nobody', roles: [], signedIn: false },
  { name: 'no role', roles: [] },
  { name: 'customer AT', roles: ['solvena_customer', `TP_user_${crm.main}`], country: 'AT', refused: true },
  { name: 'TP_user own', roles: ['solvena_customer', `TP_user_${crm.main}`], pharmacies: ['main'] },
  { name: 'TP_user foreign', roles: ['solvena_customer', `TP_user_${crm.other}`], pharmacies: ['other'] },
  { name: 'TP_user mirror', roles: ['solvena_customer', `TP_user_${crm.mirror}`], pharmacies: ['mirror'] },
  {
    name: 'TP_user closed',
    roles: ['solvena_customer', ...userOf('closed', 'closedMirror')],
    pharmacies: ['closed', 'closedMirror'],
  },
  { name: 'TP_admin own', roles: ['solvena_customer', `TP_admin_${crm.main}`], pharmacies: ['main'] },
  { name: 'customer only', roles: ['solvena_customer'], pharmacies: [] },
  { name: 'sales', roles: ['solvena_sales'], staff: true },
  { name: 'admin', roles: ['solvena_admin'], staff: true },
  { name: 'till service', roles: [`till_sync_${crm.main}`], service: 'till_sync' },
  { name: 'till service closed', roles: [`till_sync_${crm.closed}`], service: 'till_sync', till: 'closed' },
  { name: 'engine service', roles: ['pricing_engine'], service: 'pricing_engine' },
  { name: 'customer centre', roles: ['customer_centre'], service: 'customer_centre' },
];

beforeAll(async () => {
  portal = await startPortal();
  pharmacies.main = await seedPharmacy(portal.database, 1);
  pharmacies.mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacies.main.apoId });
  pharmacies.other = await seedPharmacy(portal.database, 3);
  pharmacies.closed = await seedPharmacy(portal.database, 4, { pilotAccess: false });
  const mirrored = { parentApoId: pharmacies.main.apoId, pilotAccess: false };
  pharmacies.closedMirror = await seedPharmacy(portal.database, 5, mirrored);
  for (const pharmacy of [pharmacies.main, pharmacies.other, pharmacies.closed])
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
  for (const caller of CALLERS) {
    clients.set(
      caller.name,
      caller.signedIn === false ? portal.anonymous : await portal.as(caller.name, caller.roles, caller.country),
    );
  }
});
afterAll(() => portal?.close());

type Place = { pharmacy: PharmacyKind; rightToken: boolean };

/**
 * What may be done at a pharmacy without access to the pilot, by hand (rule 1.8): its people get the start page and the
 * settings, which say so; staff read, upload and delete uploads; no one edits its lists and settings.
 */
const CLOSED_FOR_CUSTOMERS_ONLY =
  `getHistory getOwnHistory getOwnLog getEventLog getLogFile getProductGroupInfo getPriceList getPricePeriods findArticles getPriceHistory getChangesKept getMdp getQdp getLzd getReviewContext getReviewFigures getReviewMarks getListReviewMarks getDueReviews getListArrivals getPriceWay getListViews getBulkRules getStandingRules replayStandingRule getNoticeAddresses removeNoticeAddress getTillSettings
   getUpdateState getPriceListPdf createPdf createLabels getLabelState getLabelRows getShelf downloadTillFile getTillFiles getTillFile confirmTillFile getTillCheck readTillColumns checkTill uploadLzd deleteMdp deleteQdp deleteLzd`.split(
    /\s+/,
  );
const OPEN_TO_ALL = ['getDashboard', 'getSettings'];
const CLOSED_FOR_ALL =
  `removeTill decideTillInventory endPricePeriods addNoticeAddress markLabelsPrinted undoLabelsPrinted savePriceList previewUndo undoSave setReviewMarks setListReviewMarks keepFixedPrices takeBackKept setReviewMonths setListView setBulkRule startStandingRule orderStandingRules confirmStandingRule endStandingRule setGuardrails setTillProfile setApprovalFlag setQdpApprovalFlag saveMdp saveQdp saveLzd
   approveMdp approveQdp approveLzd approvePart takeBackPart revertMdp revertQdp revertLzd`.split(/\s+/);

const CLOSED_FOR_TILLS = ['sendTillInventory'];

/** The oracle: what the declared rule means for a caller at a pharmacy, written independently of the api's. */
function expected(
  endpoint: Endpoint,
  caller: CallerKind,
  place: Place | undefined,
): 401 | 403 | 'no pilot' | 'authorized' {
  const rule = endpoint.access;
  if (rule.kind === 'public') return 'authorized';
  if (caller.signedIn === false) return 401;
  if (caller.refused) return 403;
  if (rule.kind === 'service') {
    if (rule.role === 'till_sync' && caller.service === 'till_sync')
      return (place?.pharmacy ?? 'main') !== (caller.till ?? 'main')
        ? 403
        : caller.till === 'closed' && CLOSED_FOR_TILLS.includes(endpoint.id)
          ? 'no pilot'
          : 'authorized';
    return caller.service === rule.role || (rule.orStaff && caller.staff) ? 'authorized' : 403;
  }
  if (caller.service) return 403;
  const portalUser = caller.staff || caller.pharmacies !== undefined;
  if (rule.kind === 'signedIn') return portalUser ? 'authorized' : 403;
  if (rule.kind === 'staff') return caller.staff && (!rule.adminOnly || caller.name === 'admin') ? 'authorized' : 403;
  if (!place?.rightToken) return 403;
  if (rule.staffOnly && !caller.staff) return 403;
  if (!caller.staff && !caller.pharmacies?.includes(place.pharmacy)) return 403;
  if (place.pharmacy.startsWith('closed')) {
    if (CLOSED_FOR_ALL.includes(endpoint.id)) return 'no pilot';
    if (!caller.staff && !OPEN_TO_ALL.includes(endpoint.id)) return 'no pilot';
  }
  if (rule.write && /mirror/i.test(place.pharmacy)) return 403;
  return 'authorized';
}

/** Path parameters by name; those that name no pharmacy get a harmless value of the right form. */
function pathAt(endpoint: Endpoint, place: Place | undefined): string {
  const seeded = pharmacies[place?.pharmacy ?? 'main'];
  const values: Record<string, string> = {
    pharmacyId: String(seeded.crmCompanyId),
    crmId: String(seeded.crmCompanyId),
    crmCompanyId: String(seeded.crmCompanyId),
    apoId: String(seeded.apoId),
    token: place?.rightToken === false ? 'wrong-token' : seeded.token,
    productGroup: 'OTC',
    block: '12',
    listKind: 'MDP',
    kind: 'MDP',
    pzn: testPzn(1),
    account: 'files',
  };
  return endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '1');
}

// Rules 1.6, 1.7, 1.9, 1.10, 8.2 and 13.1.
describe.each(Object.values<Endpoint>(ENDPOINTS))('$id', (endpoint) => {
  const places: (Place | undefined)[] =
    endpoint.access.kind === 'pharmacy'
      ? PHARMACY_KINDS.flatMap((pharmacy) => [true, false].map((rightToken) => ({ pharmacy, rightToken })))
      : /:crmCompanyId/.test(endpoint.path)
        ? PHARMACY_KINDS.map((pharmacy) => ({ pharmacy, rightToken: true }))
        : [undefined];

  test.each(CALLERS)('$name', async (caller) => {
    const client = clients.get(caller.name) as Client;
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const wrong: string[] = [];
    for (const place of places) {
      const path = pathAt(endpoint, place);
      const answer = await (method === 'get' || method === 'delete' ? client[method](path) : client[method](path, {}));
      const wanted = expected(endpoint, caller, place);
      if (!isAnswered(answer, wanted))
        wrong.push(`${label(place)}: ${wanted} wanted, ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Of those authorized other tests look at what happens to the empty body. */
function isAnswered({ status, body }: { status: number; body: unknown }, wanted: ReturnType<typeof expected>): boolean {
  if (wanted === 'authorized') return ![401, 403, 500].includes(status);
  if (status !== (wanted === 'no pilot' ? 403 : wanted)) return false;
  const refusal = body as { status: unknown; message: unknown; requestId: unknown };
  if (typeof refusal.message !== 'string' || typeof refusal.requestId !== 'string') return false;
  const saysNoPilot = refusal.message.includes(NO_PILOT);
  return refusal.status === 'ERROR' && saysNoPilot === (wanted === 'no pilot');
}

/** Rule 2.5. */
const NO_PILOT = 'Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.';

test('every call on a pharmacy says what holds without access to the pilot', () => {
  const calls = Object.values<Endpoint>(ENDPOINTS).filter(({ access }) => access.kind === 'pharmacy');
  expect(calls.map(({ id }) => id).toSorted()).toEqual(
    [...CLOSED_FOR_CUSTOMERS_ONLY, ...OPEN_TO_ALL, ...CLOSED_FOR_ALL].toSorted(),
  );
});

test('start page and settings of a pharmacy without access answer their status and nothing of its lists', async () => {
  for (const name of ['TP_user closed', 'sales']) {
    const client = clients.get(name) as Client;
    for (const { path } of [pharmacies.closed, pharmacies.closedMirror]) {
      const dashboard = await client.get(`/api/pharmacy/dashboard/${path}`);
      expect(dashboard.body).toMatchObject({ status: 'NO_PILOT', tpData: [], latestApprovals: [], till: null });
      expect((await client.get(`/api/pharmacy/settings/${path}`)).body).toMatchObject({
        status: 'NO_PILOT',
        flags: [],
      });
    }
  }
});

test('a mirror with access shows the list of a main pharmacy without: what counts is the pharmacy in the address', async () => {
  const main = await seedPharmacy(portal.database, 6, { pilotAccess: false });
  await seedList(portal.database, main, 'OTC', [{ pzn: testPzn(2) }]);
  const mirror = await seedPharmacy(portal.database, 7, { parentApoId: main.apoId });
  const user = await portal.as('Mia Spiegel', ['solvena_customer', 'TP_user_700007']);
  const list = await user.get(`/api/price/${mirror.path}/OTC`);
  expect([list.status, list.body.pricelist.length]).toEqual([200, 1]);
  const owner = await portal.as('Hans Haupt', ['solvena_customer', 'TP_user_700006']);
  expect((await owner.get(`/api/price/${main.path}/OTC`)).body.message).toBe(NO_PILOT);
});

test('a wrong token, a foreign and an unknown pharmacy get the same answer', async () => {
  const user = clients.get('TP_user own') as Client;
  const answers = await Promise.all(
    [
      `/api/pharmacy/dashboard/${pharmacies.main.crmCompanyId}/wrong-token`,
      `/api/pharmacy/dashboard/${pharmacies.other.path}`,
      '/api/pharmacy/dashboard/999999/anything',
    ].map((path) => user.get(path)),
  );
  const bodies = answers.map(({ status, body }) => ({ status, ...body, requestId: '' }));
  expect(bodies[0]).toEqual({
    status: 'ERROR',
    reason: 'forbidden',
    message: 'Keine Zugriffsrechte auf die Ressource',
    requestId: '',
  });
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
  expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403]);
});

test('a pharmacy is found by apoId as well as by crmCompanyId', async () => {
  const user = clients.get('TP_user own') as Client;
  for (const id of [pharmacies.main.apoId, pharmacies.main.crmCompanyId]) {
    const response = await user.get(`/api/pharmacy/dashboard/${id}/${pharmacies.main.token}`);
    expect(response.status).toBe(200);
    expect(response.body.pharmacy.apoId).toBe(pharmacies.main.apoId);
  }
});

function label(place: Place | undefined): string {
  return place ? `${place.pharmacy}, ${place.rightToken ? 'right' : 'wrong'} token` : 'no pharmacy';
}
