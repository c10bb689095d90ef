import { expect } from '@jest/globals';
import { type SeededPharmacy, testPzn } from '../support/seed.ts';
import { HOSTILE_WORKBOOKS } from '../files/hostile-workbooks.ts';
import { pause } from '../support/api-instance.ts';
import { type AttackStage, FORM_TYPE, formOf, type HalfSent, sendWhole } from './attack-stage.ts';

/** Each of these refuses what is too much at once: for the person or the pharmacy, for everybody, or for what it is. */
const REFUSED = [422, 429, 503];
const MB = 2 ** 20;

/**
 * Milliseconds a save or a short list may take meanwhile: attacks that were found stopped others for 4 s and more.
 * `bench neighbour` has the ratio.
 */
const MOST_MS = 3_000;
const BUSY_FACTOR = 20;

async function expectWorkGoesOn<T>(stage: AttackStage, attack: () => Promise<T>): Promise<T> {
  const quiet = await stage.workDuring(() => pause(500));
  const { result, statuses, slowestMs } = await stage.workDuring(attack);
  expect(statuses).toEqual([200]);
  expect(slowestMs).toBeLessThan(Math.max(MOST_MS, quiet.slowestMs * BUSY_FACTOR));
  expect(stage.instance.ended).toBe(false);
  return result;
}

export const workbook = (name: string, size: number): Buffer => {
  const found = HOSTILE_WORKBOOKS.find(([each]) => each === name);
  if (!found) throw new Error(`no workbook is called ${name}`);
  return found[2](size);
};

/** Uploads of one file at once by all attackers, to both calls that read files of customers. */
export async function expectUploadsBounded(stage: AttackStage, file: Buffer, count: number): Promise<void> {
  const calls = [
    ['/api/price/csvMetaData', { type: 'priceimport' }],
    ['/api/price/import', { type: 'priceimport', pzncolumn: 'PZN', pricecolumn: 'Preis' }],
  ] as const;
  const statuses = await expectWorkGoesOn(stage, () =>
    Promise.all(
      Array.from({ length: count }, (_, at) => {
        const [path, fields] = calls[at % 2] as (typeof calls)[number];
        const who = stage.attackers[at % stage.attackers.length] as (typeof stage.attackers)[number];
        return sendWhole(stage, who, path, { type: FORM_TYPE, bytes: formOf(file, fields) }).status;
      }),
    ),
  );
  expect(statuses.filter((status) => status !== 200 && !REFUSED.includes(status))).toEqual([]);
  // One process of a pharmacy, four waiting calls of a person: most of so many are refused before they are read.
  if (count > 20) expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(count / 3);
}

/** A client that leaves takes the work for it along. */
export async function expectEndWithClient(stage: AttackStage, file: Buffer): Promise<void> {
  const running = () => stage.metric('portal_table_jobs{state="running"}');
  const [who] = stage.attackers;
  const bytes = formOf(file, { type: 'priceimport' });
  const { socket } = sendWhole(stage, who as NonNullable<typeof who>, '/api/price/csvMetaData', {
    type: FORM_TYPE,
    bytes,
  });
  while ((await running()) === 0) await pause(5);
  socket.destroy();
  const left = performance.now();
  while ((await running()) > 0) await pause(5);
  expect(performance.now() - left).toBeLessThan(MOST_MS);
}

/** Half-sent JSON bodies of so many bytes each, of all attackers in turn. */
export async function expectBodiesBounded(
  stage: AttackStage,
  { count, bytes }: { count: number; bytes: number },
): Promise<void> {
  const { crmCompanyId, token } = stage.attacked;
  const row = `{"pzn":"${testPzn(1)}","priceEdit":1,"editedPermanent":false,"editedIgnore":false},`;
  const sent = Buffer.from(`{"products":[${row.repeat(Math.ceil(bytes / row.length))}`.slice(0, bytes));
  await expectWorkGoesOn(stage, async () => {
    const half = Array.from({ length: count }, (_, at) =>
      stage.halfSend(
        stage.attackers[at % stage.attackers.length] as (typeof stage.attackers)[number],
        `/api/price/${crmCompanyId}/${token}`,
        { type: 'application/json', announced: 30 * MB, sent, method: 'PUT' },
      ),
    );
    await pause(2_500);
    // The others of another pharmacy save whole lists meanwhile.
    const products = Array.from({ length: 20_000 }, (_, n) => ({
      pzn: testPzn(n + 2),
      priceEdit: 1,
      editedPermanent: false,
      editedIgnore: false,
    }));
    const { pharmacy, owner } = stage;
    const long = await owner.client.put(`/api/price/${pharmacy.crmCompanyId}/${pharmacy.token}`, { products });
    expect(long.status).toBe(422); // products that the list does not have
    destroy(half);
  });
}

/** Half-sent uploads of all attackers in turn hold no more of the disk than the slots of their pharmacy, and no slot of another one. */
export async function expectHalfUploadsBounded(
  stage: AttackStage,
  { count, bytes }: { count: number; bytes: number },
): Promise<void> {
  const sent = formOf(Buffer.alloc(bytes, 'PZN;Preis\n'), { type: 'priceimport' }, { isWhole: false });
  await expectWorkGoesOn(stage, async () => {
    const half = Array.from({ length: count }, (_, at) =>
      stage.halfSend(
        stage.attackers[at % stage.attackers.length] as (typeof stage.attackers)[number],
        '/api/price/csvMetaData',
        { type: FORM_TYPE, announced: sent.length + 100, sent },
      ),
    );
    await pause(2_500);
    expect(await stage.onDisk()).toBeLessThanOrEqual(4 * bytes);
    const upload = { name: 'a.csv', content: 'PZN;Preis\n01234562;1,00\n' };
    expect(await stage.owner.client.upload('/api/price/csvMetaData', upload, { type: 'priceimport' })).toMatchObject({
      status: 200,
      body: { columns: ['PZN', 'Preis'] },
    });
    destroy(half);
  });
}

/** Deliveries that come slowly leave the intake open. */
export async function expectIntakeOpen(stage: AttackStage, count: number): Promise<void> {
  const pathOf = ({ crmCompanyId }: SeededPharmacy) => `/api/intake/MDP/${crmCompanyId}/OTC`;
  const sent = formOf(Buffer.from('PZN;TruePrice neu\n'), {}, { isWhole: false });
  const half = Array.from({ length: count }, () =>
    stage.halfSend(stage.engine, pathOf(stage.attacked), { type: FORM_TYPE, announced: 100_000, sent }),
  );
  await pause(500);
  const file = { name: 'a.csv', content: 'kein Paket' };
  const { status } = await stage.engine.client.upload(pathOf(stage.pharmacy), file);
  expect([404, 409, 422]).toContain(status);
  destroy(half);
}

/** PDFs of as many different characters as their fonts have, at once; the owner's own PDF comes meanwhile. */
export async function expectPrintingOpen(stage: AttackStage, count: number): Promise<void> {
  const { apoId, token } = stage.attacked;
  const products = Array.from({ length: 20 }, (_, row) => ({
    pzn: testPzn(1),
    name: Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x100 + row * 300 + at)).join(''),
    price: '1,00 EUR',
  }));
  const one = { template: 'pricelist', products: [{ pzn: testPzn(1), name: 'Salbe', price: '1,00 EUR' }] };
  await expectWorkGoesOn(stage, async () => {
    const attacking = Array.from({ length: count }, (_, at) =>
      (stage.attackers[at % stage.attackers.length] as (typeof stage.attackers)[number]).client.post(
        `/api/price/pdf/${apoId}/${token}/OTC`,
        {
          template: 'pricelist',
          products,
        },
      ),
    );
    await pause(200);
    const { pharmacy, owner } = stage;
    const mine = await owner.client.post(`/api/price/pdf/${pharmacy.apoId}/${pharmacy.token}/OTC`, one);
    expect(mine.status).toBe(200);
    const statuses = (await Promise.all(attacking)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });
}

function destroy(half: readonly HalfSent[]): void {
  for (const { socket } of half) socket.destroy();
}
