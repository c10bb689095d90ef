import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import pg from 'pg';
import { ENDPOINTS, type Endpoint, type HistoryEntry } from '@portal/contracts';
import type { UpdateKind } from '@portal/rules';
import { runDueActions } from '../src/jobs/run-due-actions.ts';
import { csv, upload } from './intake/support.ts';
import { seedUpdate } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from './support/seed.ts';

const [A, B] = [testPzn(1), testPzn(2)] as [string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
let next = 0;

beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
  pharmacy = await seedPharmacy(portal.database, ++next);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: A, name: '=SUMME(A1;A2)', calculated: '4.99' },
    { pzn: B, name: 'Salbe "grün"; 20 g', calculated: '1234.50' },
  ]);
});

const page = async (query = '', of = pharmacy) =>
  (await sales.get(`/api/pharmacy/history/${of.path}${query}`)).body as {
    history: HistoryEntry[];
    next: number | null;
    pharmacy: { apoId: number };
  };
const edit = { pzn: A, priceEdit: 3.33, editedPermanent: false, editedIgnore: false };
const draft = { pzn: A, editedPrice: 3.33, editedPermanent: false, editedIgnore: false };

/** Every write of the portal (rule 11.1), done by Tobias Sommer unless named otherwise. */
type Scenario = {
  by?: string;
  log: boolean;
  prepare?(): Promise<void>;
  run(): Promise<{ status: number; body: unknown }>;
};

let id = 0;
const open =
  (kind: UpdateKind, overrides: object = {}) =>
  async () => {
    id = await seedUpdate(portal.database, pharmacy, kind, [{ pzn: A, truePrice: '5.55' }], overrides);
  };
const place = () => `${pharmacy.path}/${id}/OTC`;
/** A is dull, B to be reviewed (rule 6.30). */
const openDivided = async () => {
  const rows = [
    { pzn: A, avp: '5.99', truePrice: '5.05' },
    { pzn: B, avp: '5.99', truePrice: '99.90' },
  ];
  id = await seedUpdate(portal.database, pharmacy, 'MDP', rows);
};
const approvePart = async () => {
  const { version, listVersion } = (await sales.get(`/api/price/mdp/${place()}`)).body;
  return sales.put(`/api/price/approvepart/mdp/${place()}`, { pzns: [A], version, listVersion });
};
const approving = (kind: UpdateKind): Scenario => ({
  log: true,
  prepare: open(kind),
  run: async () => sales.put(`/api/price/approve/${kind.toLowerCase()}/${place()}`, { products: [] }),
});
const saving = (kind: UpdateKind): Scenario => ({
  log: false,
  prepare: open(kind),
  run: async () => sales.put(`/api/price/save/${kind.toLowerCase()}/${place()}`, { products: [draft] }),
});
const reverting = (kind: UpdateKind): Scenario => ({
  log: true,
  prepare: async () => {
    await open(kind)();
    await sales.put(`/api/price/approve/${kind.toLowerCase()}/${place()}`, { products: [] });
  },
  run: async () => sales.delete(`/api/price/approve/${kind.toLowerCase()}/${place()}`),
});
const deleting = (kind: UpdateKind): Scenario => ({
  log: false,
  prepare: open(kind),
  run: async () => sales.delete(`/api/price/${kind.toLowerCase()}/${id}/${pharmacy.apoId}/${pharmacy.token}`),
});
const releasing = (run: (path: string) => Promise<{ status: number; body: unknown }>): Scenario => ({
  log: false,
  prepare: open('LZD', { readyForApproval: false }),
  run: () => run(`/api/price/initapproval/lzd/${pharmacy.apoId}/${id}`),
});
const intake = (kind: UpdateKind): Scenario => ({
  by: 'Pricing Engine',
  log: false,
  run: async () => {
    const engine = await portal.as('Pricing Engine', ['pricing_engine']);
    const path = `/api/intake/${kind.toLowerCase()}/${pharmacy.crmCompanyId}/OTC`;
    return upload(portal, engine, path, { name: `${kind}-${next}.csv`, content: csv([[A, '5,55']]) });
  },
});
let mirror: SeededPharmacy;
const seedMirror = async (overrides: { parentApoId?: number } = {}) => {
  mirror = await seedPharmacy(portal.database, ++next, overrides);
};

const WRITES: Record<string, Scenario> = {
  createPharmacy: {
    log: false,
    by: 'Petra Hahn',
    run: async () => {
      const admin = await portal.as('Petra Hahn', ['solvena_admin']);
      const [apoId, crmCompanyId] = [620_000 + next, 820_000 + next];
      const address = { street: 'Am Ring 1', zipcode: '10115', city: 'Berlin' };
      const made = { apoId, crmCompanyId, name: 'Neue Apotheke', ...address, active: 0 };
      const { status, body } = await admin.post('/api/admin/pharmacies', { pharmacy: made });
      pharmacy = { apoId, crmCompanyId, token: body.outcome.token, path: `${crmCompanyId}/${body.outcome.token}` };
      return { status, body };
    },
  },
  takeInPharmacyFile: {
    log: false,
    by: 'Petra Hahn',
    run: async () => {
      const admin = await portal.as('Petra Hahn', ['solvena_admin']);
      const row = `${pharmacy.crmCompanyId};${pharmacy.apoId};Neue Apotheke;Am Ring 1;10115;Berlin;1`;
      const content = `Kundennummer;ApoID;Name;Straße;PLZ;Ort;Status\r\n${row}\r\n`;
      return upload(portal, admin, '/api/admin/pharmacies/file', { name: 'apotheken.csv', content });
    },
  },
  intakePharmacies: {
    log: false,
    by: 'Kundencenter',
    run: async () => {
      const crm = await portal.as('Customer Centre', ['customer_centre']);
      const { apoId, crmCompanyId } = pharmacy;
      const address = { street: 'Am Ring 1', zipcode: '10115', city: 'Berlin' };
      const one = {
        apoId,
        crmCompanyId,
        name: 'Neue Apotheke',
        ...address,
        active: 1,
        changedAt: '2026-03-09T08:00:00Z',
      };
      const { status, body } = await crm.put('/api/intake/pharmacies', { pharmacies: [one] });
      return { status, body: { status: body.outcomes[0].outcome === 'changed' ? 'OK' : body } };
    },
  },
  savePriceList: { log: true, run: async () => sales.put(`/api/price/${pharmacy.path}`, { products: [edit] }) },
  undoSave: {
    log: true,
    prepare: async () => {
      await sales.put(`/api/price/${pharmacy.path}`, { products: [edit] });
    },
    run: async () => {
      const path = `/api/price/undo/${pharmacy.path}/${(await page()).history[0]?.id}`;
      const { preview } = (await sales.get(path)).body as { preview: string };
      return sales.post(path, { preview });
    },
  },
  approveMdp: approving('MDP'),
  approveQdp: approving('QDP'),
  approveLzd: approving('LZD'),
  approvePart: { log: true, prepare: openDivided, run: async () => approvePart() },
  takeBackPart: {
    log: true,
    prepare: async () => {
      await openDivided();
      await approvePart();
    },
    run: async () => sales.delete(`/api/price/approvepart/mdp/${place()}/1`),
  },
  saveMdp: saving('MDP'),
  saveQdp: saving('QDP'),
  saveLzd: saving('LZD'),
  revertMdp: reverting('MDP'),
  revertQdp: reverting('QDP'),
  revertLzd: reverting('LZD'),
  deleteMdp: deleting('MDP'),
  deleteQdp: deleting('QDP'),
  deleteLzd: deleting('LZD'),
  releaseLzd: releasing(async (path) => sales.get(path)),
  releaseLzdByPost: releasing(async (path) => sales.post(path)),
  activateUsers: {
    log: false,
    prepare: async () => {
      await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { userEmails: null } });
    },
    run: async () => sales.post('/api/solvena/activateUsers', { pharmacyId: pharmacy.apoId, token: pharmacy.token }),
  },
  remindOfLzd: {
    log: false,
    prepare: async () => {
      await open('LZD')();
      const at = new Date('2026-03-09T08:00:00Z');
      const address = {
        apoId: pharmacy.apoId,
        address: 'a@portal.example',
        createdAt: at,
        confirmedAt: at,
        seenAt: at,
      };
      await portal.database.prisma.noticeAddress.create({ data: address });
    },
    run: async () =>
      sales.post(`/api/admin/lzd/${pharmacy.apoId}/${id}/reminder`, { title: 'Ihre LZD', text: 'Bitte prüfen.' }),
  },
  uploadLzd: {
    log: false,
    run: async () => {
      const name = `ZumDurchsehen_OTC_${pharmacy.apoId}_Test_10_03_2026.csv`;
      const file = { name, content: csv([[A, '5,55']]) };
      return upload(portal, sales, `/api/price/lzd/upload/${pharmacy.path}`, file, { resetChoice: '1' });
    },
  },
  intakeMdp: intake('MDP'),
  intakeQdp: intake('QDP'),
  intakeLzd: intake('LZD'),
  takeInDelivery: {
    log: false,
    prepare: storeRedDelivery,
    run: async () => sales.post(`/api/admin/deliveries/${delivery}/take-in`, { reason: 'gewollt' }),
  },
  decideHeldProducts: {
    log: false,
    prepare: holdProducts,
    run: async () => sales.post(`/api/admin/deliveries/products/${pharmacy.apoId}/${id}`, { takesNew: true }),
  },
  setApprovalFlag: { log: false, run: async () => sales.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/2`) },
  setQdpApprovalFlag: {
    log: false,
    run: async () => sales.post(`/api/pharmacy/qdpapprovalflag/${pharmacy.path}/OTC/1`),
  },
  setGuardrails: {
    log: false,
    run: async () =>
      sales.put(`/api/pharmacy/guardrails/${pharmacy.path}/OTC`, {
        minMarginPercent: 10,
        maxChangePercent: null,
        maxAboveAvpPercent: null,
        minAboveAepPercent: null,
        maxAboveUmfeldPercent: null,
        maxBelowUmfeldPercent: null,
        holdOnBreach: false,
      }),
  },
  endPricePeriods: {
    log: true,
    async prepare() {
      await sales.put(`/api/price/${pharmacy.path}`, {
        products: [{ ...edit, editedPermanent: true, validTo: '2099-12-31' }],
      });
    },
    run: async () => {
      const { body } = await sales.get(`/api/price/periods/${pharmacy.path}`);
      return sales.post(`/api/price/periods/${pharmacy.path}/end`, {
        ids: body.periods.map(({ id }: { id: number }) => id),
      });
    },
  },
  setReviewMonths: {
    log: false,
    run: async () => sales.put(`/api/pharmacy/pricereview/${pharmacy.path}`, { months: 12 }),
  },
  setTillProfile: {
    log: false,
    run: async () => sales.put(`/api/pharmacy/tillprofile/${pharmacy.path}`, { name: 'fixed' }),
  },
  addMirror: {
    log: false,
    prepare: seedMirror,
    run: async () => sales.post('/api/pharmacy/shadow', { pharmacy: pharmacy.apoId, shadowPharmacy: mirror.apoId }),
  },
  removeMirror: {
    log: false,
    prepare: () => seedMirror({ parentApoId: pharmacy.apoId }),
    run: async () => sales.delete(`/api/pharmacy/shadow/${pharmacy.apoId}/${mirror.apoId}`),
  },
  acknowledgeTillPrices: {
    by: 'Kasse',
    log: false,
    run: async () => {
      const till = await portal.as('Kassen Abgleich', [`till_sync_${pharmacy.crmCompanyId}`]);
      const { body } = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`);
      return till.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: body.cursor });
    },
  },
  removeTill: { log: false, run: async () => sales.delete(`/api/price/till/${pharmacy.path}/files`) },
  startStandingRule: { log: false, run: () => sales.post(rules(), RULE) },
  orderStandingRules: {
    log: false,
    async prepare() {
      await sales.post(rules(), RULE);
      await sales.post(rules(), { ...RULE, name: 'Andere' });
    },
    run: async () => sales.put(rules('/order'), { ids: (await ruleIds()).toReversed() }),
  },
  confirmStandingRule: {
    log: false,
    async prepare() {
      await sales.post(rules(), RULE);
      const at = new Date('2026-03-10T10:00:00Z');
      for (let n = 0; n < 6; n++) await open('MDP', { status: -1, createdAt: at, updatedAt: at })();
    },
    run: async () => sales.put(rules('/confirmed'), { id: (await ruleIds())[0] }),
  },
  endStandingRule: {
    log: false,
    async prepare() {
      await sales.post(rules(), RULE);
    },
    run: async () => sales.put(rules('/ended'), { id: (await ruleIds())[0], dropDrafts: true }),
  },
  confirmTillFile: {
    log: false,
    run: async () => {
      const { apoId, token } = pharmacy;
      await sales.post(`/api/price/clientpricelistdownload/${apoId}/${token}`, { productGroups: ['OTC'] });
      const { body } = await sales.get(`/api/price/tillfiles/${apoId}/${token}`);
      return sales.put(`/api/price/tillfiles/${apoId}/${token}/${body.files[0].id}`, { loaded: true });
    },
  },
  decideTillInventory: {
    log: false,
    async prepare() {
      await portal.database.pool.query(
        `INSERT INTO till_doubted (apo_id, account, taken_at, pzns, cents, position, load_no, doubts)
         VALUES ($1, 'job:a', '2026-03-10T10:00:00Z', '{10000076}', '{100}', 'v2', 0, '[]')`,
        [pharmacy.apoId],
      );
    },
    run: async () =>
      sales.put(`/api/price/tillcheck/${pharmacy.apoId}/${pharmacy.token}/doubted`, {
        till: 'job:a',
        takenAt: '2026-03-10T10:00:00.000Z',
        counts: false,
      }),
  },
  checkTill: {
    log: false,
    run: () => {
      const { apoId, token } = pharmacy;
      const file = { name: 'Artikel.csv', content: `PZN;VK\n${testPzn(1)};1,00\n` };
      return upload(portal, sales, `/api/price/tillcheck/${apoId}/${token}`, file, {
        pzncolumn: 'PZN',
        pricecolumn: 'VK',
      });
    },
  },
};

let delivery = 0;
async function storeRedDelivery(): Promise<void> {
  delivery += 1;
  await portal.database.pool.query(
    `INSERT INTO delivery (apo_id, id, kind, product_group, file_name, file_hash, content, changes_products, checks, arrived_at, user_name)
     VALUES ($1, $2, 'MDP', 'OTC', 'net.csv', 'hash', $3, true, '[]', now(), 'Pricing Engine')`,
    [pharmacy.apoId, delivery, gzipSync(csv([[A, '5,55']]))],
  );
}

/** The open package waits with what it says of an article. */
async function holdProducts(): Promise<void> {
  await open('MDP')();
  const rows = [{ pzn: A, before: { content: '20 ST' }, after: { content: '1 kg' } }];
  const changes = JSON.stringify({ state: 'held', rows });
  await portal.database.pool.query('UPDATE price_update SET product_changes = $2 WHERE id = $1', [id, changes]);
}

const rules = (more = '') => `/api/price/standing-rules/${pharmacy.path}${more}`;
const ruleIds = async () => (await sales.get(rules())).body.rules.map((rule: { id: number }) => rule.id);
const RULE = {
  name: 'Bestseller',
  productGroups: ['OTC'],
  rule: { from: 'price', percent: 3, amount: 0, endings: [95], way: 'nearest', floorPercent: null, upToAvp: false },
  conditions: [],
  endsOn: null,
  withoutReview: false,
};

/** Calls with a body that change no price or setting of a pharmacy: they search, parse, print, keep what was printed, hand out, send, mark as reviewed (rules 14.25 and 19.5), are about addresses (rule 15.2), or refuse a delivery. */
const NO_WRITES = new Set([
  'setTestClock',
  'runTestJobs',
  'searchPharmacies',
  'createPdf',
  'createLabels',
  'markLabelsPrinted',
  'undoLabelsPrinted',
  'checkLzd',
  'checkPharmacyFile',
  'csvMetaData',
  'readTillColumns',
  'importPrices',
  'downloadTillFile',
  'sendTillInventory',
  'exportLogs',
  'openLogExport',
  'redeliverMessage',
  'refuseDelivery',
  'setReviewMarks',
  'setListReviewMarks',
  'keepFixedPrices',
  'takeBackKept',
  'setListView',
  'setBulkRule',
  'replayStandingRule',
  'addNoticeAddress',
  'removeNoticeAddress',
  'confirmNotices',
  'withdrawNotices',
  'proposeNoticeAddress',
]);

// Rules 10.13 and 11.3.
describe('every write of the portal is in the history with its user and, where it changed rows, its log', () => {
  const written = Object.values<Endpoint>(ENDPOINTS).filter(
    ({ id: name, method }) => (method !== 'GET' || name === 'releaseLzd') && !NO_WRITES.has(name),
  );

  test('each writing call of the contract table has its test here', () => {
    expect(Object.keys(WRITES).sort()).toEqual(written.map(({ id: name }) => name).sort());
  });

  test.each(Object.keys(WRITES))('%s', async (name) => {
    const { by = 'Tobias Sommer', log, prepare, run } = WRITES[name] as Scenario;
    await prepare?.();
    const known = new Set((await page()).history.map((entry) => entry.id));
    const response = await run();
    expect([response.status, response.body]).toEqual([200, expect.objectContaining({ status: 'OK' })]);
    const fresh = (await page()).history.filter((entry) => !known.has(entry.id));
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).toMatchObject({ userName: by, hasLog: log, createdAt: '2026-03-10T09:00:00.000Z' });
    expect(fresh[0]?.event).not.toBe('');
    const file = await sales.get(`/api/price/eventlog/${pharmacy.path}/${fresh[0]?.id}`);
    if (!log) {
      expect(file.status).toBe(404);
      return;
    }
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe(`attachment; filename=Log_${fresh[0]?.id}.csv`);
    const lines = file.text.split('\r\n');
    expect(lines[1]).toContain(A);
    expect(lines[1]).toContain(`;${by};10.03.2026 10:00`);
  });

  test('what the clock does', async () => {
    await open('MDP', { autoActionAt: new Date('2026-03-10T08:00:00Z'), autoAction: 'approve' })();
    await runDueActions(portal.deps);
    expect((await page()).history[0]).toMatchObject({
      event: 'Monatsupdate freigegeben',
      userName: 'System',
      hasLog: true,
      mdpimportId: id,
      productType: 'OTC',
    });
  });

  test('what is refused is not', async () => {
    await open('MDP')();
    await sales.put(`/api/price/approve/mdp/${place()}`, { products: [{ ...draft, editedPrice: -1 }] });
    await sales.put(`/api/price/${pharmacy.path}`, { products: [{ ...edit, pzn: B, priceEdit: 0 }] });
    expect((await page()).history).toEqual([]);
  });
});

describe('the history of a pharmacy', () => {
  const fill = (count: number) =>
    portal.database.pool.query(
      `INSERT INTO history_entry (apo_id, created_at, product_type, event, user_name)
       SELECT $1, '2026-01-01'::timestamptz + n * interval '1 second',
              (ARRAY['OTC', 'FREIWAHL', 'HILFSMITTEL', NULL])[n % 4 + 1], 'Ereignis ' || n, 'Test'
         FROM generate_series(1, $2) n`,
      [pharmacy.apoId, count],
    );

  test('comes newest first, a hundred entries a page', async () => {
    await fill(250);
    const first = await page();
    expect(first.pharmacy.apoId).toBe(pharmacy.apoId);
    expect(first.history).toHaveLength(100);
    expect(first.history[0]?.event).toBe('Ereignis 250');
    const second = await page(`?before=${first.next}`);
    expect(second.history[0]?.event).toBe('Ereignis 150');
    const third = await page(`?before=${second.next}`);
    expect([third.history.length, third.history.at(-1)?.event, third.next]).toEqual([50, 'Ereignis 1', null]);
  });

  test('can be narrowed to a product group', async () => {
    await fill(40);
    const { history } = await page('?productGroup=Freiwahl');
    expect(history).toHaveLength(10);
    expect(new Set(history.map((entry) => entry.productType))).toEqual(new Set(['FREIWAHL']));
  });

  test('reads a page of 100,000 entries by index alone', async () => {
    await fill(100_000);
    await portal.database.pool.query('ANALYZE history_entry');
    const seen = new Set<number>();
    let query = '?limit=500';
    for (let pages = 0; pages < 3; pages += 1) {
      const { history, next: before } = await page(query);
      for (const entry of history) seen.add(entry.id);
      query = `?limit=500&before=${before}`;
    }
    expect(seen.size).toBe(1500);
    for (const condition of ['', "AND product_type = 'OTC'"]) {
      const { rows } = await portal.database.pool.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) SELECT id FROM history_entry WHERE apo_id = ${pharmacy.apoId} ${condition}
           AND id < (SELECT max(id) - 50000 FROM history_entry WHERE apo_id = ${pharmacy.apoId}) ORDER BY id DESC LIMIT 101`,
      );
      const plan = JSON.stringify(rows[0]['QUERY PLAN']);
      expect(plan).not.toContain('Seq Scan');
      expect(plan).not.toContain('"Sort"');
    }
  });

  test.each(['?limit=0', '?limit=501', '?limit=x', '?before=-1', '?productGroup=nein'])('refuses %s', async (query) => {
    expect((await sales.get(`/api/pharmacy/history/${pharmacy.path}${query}`)).status).toBe(400);
  });

  test('and its logs are for staff only', async () => {
    const owner = await portal.as('Olga Owner', ['solvena_customer', `TP_admin_${pharmacy.crmCompanyId}`]);
    expect((await owner.get(`/api/pharmacy/history/${pharmacy.path}`)).status).toBe(403);
    expect((await owner.get(`/api/price/eventlog/${pharmacy.path}/1`)).status).toBe(403);
  });
});

describe('logs as CSV (rule 10.12)', () => {
  test('name product, prices, types, user and time; formulas are disarmed', async () => {
    const products = [edit, { ...edit, pzn: B, priceEdit: 1300, editedPermanent: true }];
    await sales.put(`/api/price/${pharmacy.path}`, { products });
    const entry = (await page()).history[0] as HistoryEntry;
    const { text } = await sales.get(`/api/price/eventlog/${pharmacy.path}/${entry.id}`);
    expect(text).toBe(
      [
        '\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt;Grund;Geprüft von',
        `${A};"'=SUMME(A1;A2)";4,99;3,33;Berechneter TruePrice;Eigener Preis;Tobias Sommer;10.03.2026 10:00;;`,
        `${B};"Salbe ""grün""; 20 g";1234,50;1300,00;Berechneter TruePrice;Dauerpreis;Tobias Sommer;10.03.2026 10:00;;`,
        '',
      ].join('\r\n'),
    );
  });

  test('of another pharmacy or an unknown entry are not found', async () => {
    await sales.put(`/api/price/${pharmacy.path}`, { products: [edit] });
    const entry = (await page()).history[0] as HistoryEntry;
    const other = await seedPharmacy(portal.database, ++next);
    expect((await sales.get(`/api/price/eventlog/${other.path}/${entry.id}`)).status).toBe(404);
    expect((await sales.get(`/api/price/eventlog/${pharmacy.path}/999999`)).status).toBe(404);
  });

  test('of a package hold its approval and its reopening, for the pharmacy those of its own people (rule 11.8)', async () => {
    await open('MDP')();
    const owner = await portal.as('Olga Owner', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
    await sales.put(`/api/price/approve/mdp/${place()}`, { products: [] });
    await sales.delete(`/api/price/approve/mdp/${place()}`);
    const path = () => `/api/price/logfile/${pharmacy.path}/mdp/${id}/OTC`;
    const pricesIn = ({ text }: { text: string }) =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(';').slice(-8, -6));
    expect([(await owner.get(path())).status, pricesIn(await sales.get(path()))]).toEqual([
      404,
      [
        ['4,99', '5,55'],
        ['5,55', '4,99'],
      ],
    ]);
    await owner.put(`/api/price/approve/mdp/${place()}`, { products: [] });
    const file = await owner.get(`/api/price/logfile/${pharmacy.path}/mdp/${id}/OTC`);
    expect(file.headers['content-disposition']).toBe(`attachment; filename=Log_MDP_${id}_OTC.csv`);
    const excel = await owner.get(`/api/price/logfile/${pharmacy.path}/mdp/${id}/OTC?format=xlsx`).responseType('blob');
    expect(excel.headers['content-disposition']).toBe(`attachment; filename=Log_MDP_${id}_OTC.xlsx`);
    const sheet = strFromU8(unzipSync(excel.body as Buffer)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row /g)).toHaveLength(file.text.trimEnd().split('\r\n').length);
    expect(sheet).toContain(`t="inlineStr"><is><t>${file.text.split('\r\n')[1]?.split(';')[0]}</t>`);
    expect(pricesIn(file)).toEqual([['4,99', '5,55']]);
    expect(pricesIn(await sales.get(path()))).toHaveLength(3);
    // A mirror shows the package, and gets no log of its main pharmacy's people.
    const mirror = await seedPharmacy(portal.database, ++next, { parentApoId: pharmacy.apoId });
    const atMirror = await portal.as('Mira Mirror', ['solvena_customer', `TP_user_${mirror.crmCompanyId}`]);
    expect((await atMirror.get(`/api/price/mdp/${mirror.path}/${id}/OTC`)).status).toBe(200);
    expect((await atMirror.get(`/api/price/logfile/${mirror.path}/mdp/${id}/OTC`)).status).toBe(404);
    expect((await sales.get(`/api/price/logfile/${pharmacy.path}/QDP/${id}/OTC`)).status).toBe(404);
    expect((await sales.get(`/api/price/logfile/${pharmacy.path}/MDP/${id}/FREIWAHL`)).status).toBe(404);
  });

  test('of 9,000 rows come whole, in the order they were written', async () => {
    const { rows } = await portal.database.pool.query(
      `INSERT INTO history_entry (apo_id, created_at, event, has_log, user_name) VALUES ($1, now(), 'x', true, 'T') RETURNING id`,
      [pharmacy.apoId],
    );
    await portal.database.pool.query(
      `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, old_price, new_price, old_type,
                                 new_type, list_version, history_id)
       SELECT $1, lpad(n::text, 8, '0'), 'OTC', now(), 'x', 'T', 1, 2, 0, 2, 2, $2 FROM generate_series(1, 9000) n`,
      [pharmacy.apoId, rows[0].id],
    );
    const { text } = await sales.get(`/api/price/eventlog/${pharmacy.path}/${rows[0].id}`);
    const lines = text.split('\r\n').slice(1, -1);
    expect(lines.map((line) => Number(line.slice(0, 8)))).toEqual(Array.from({ length: 9000 }, (_, n) => n + 1));
  });
});

test('an entry that has changed one price says which and how, where the log may be read (rules 11.3 and 11.8)', async () => {
  await sales.put(`/api/price/${pharmacy.path}`, { products: [edit] });
  const [entry] = (await page()).history;
  expect(entry).toMatchObject({
    changed: 1,
    typesOnly: 0,
    article: {
      pzn: A,
      name: '=SUMME(A1;A2)',
      before: { priceType: 0, effectivePrice: 499 },
      after: { priceType: 2, effectivePrice: 333 },
    },
  });
  const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  const own = async () => (await owner.get(`/api/pharmacy/ownhistory/${pharmacy.path}`)).body.entries;
  expect((await own())[0]).toMatchObject({ changed: 1, article: null });
  await owner.put(`/api/price/${pharmacy.path}`, { products: [{ ...edit, priceEdit: 4.44 }] });
  expect((await own())[0]).toMatchObject({ changed: 1, article: { pzn: A, after: { effectivePrice: 444 } } });
  await owner.put(`/api/price/${pharmacy.path}`, {
    products: [
      { ...edit, priceEdit: 5.55 },
      { ...edit, pzn: B, priceEdit: 6.66 },
    ],
  });
  expect((await own())[0]).toMatchObject({ changed: 2, article: { pzn: A, after: { effectivePrice: 555 } } });
});

// Rules 11.3 and 11.8: an approval changes 20,000 prices, and a page shows fifty.
test('what an entry has changed is counted once, for staff and people of the pharmacy', async () => {
  const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  const save = async (priceEdit: number) => {
    const products = [{ ...edit, priceEdit }];
    expect((await owner.put(`/api/price/${pharmacy.path}`, { products })).status).toBe(200);
  };
  const asked = jest.spyOn(pg.Client.prototype, 'query');
  const counts = () =>
    asked.mock.calls.filter(([text]) => /count\(\*\) FILTER .* FROM price_change/s.test(String(text)));
  await save(3.33);
  await save(4.44);
  for (let reads = 0; reads < 2; reads += 1) {
    const own = (await owner.get(`/api/pharmacy/ownhistory/${pharmacy.path}`)).body.entries;
    expect(own.map(({ changed }: { changed: number }) => changed)).toEqual([1, 1]);
    expect((await page()).history.map(({ changed }) => changed)).toEqual([1, 1]);
  }
  expect(counts()).toHaveLength(1);
  await save(5.55);
  expect((await page()).history.map(({ changed }) => changed)).toEqual([1, 1, 1]);
  expect(counts().map(([, values]) => (values as unknown[][])[1])).toEqual([
    [expect.any(String), expect.any(String)],
    [expect.any(String)],
  ]);
  asked.mockRestore();
});
