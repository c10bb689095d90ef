import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { SettingDeclaration, SettingField, SETTINGS } from '@portal/rules';
import type { Client, TestPortal } from '../support/portal.ts';

// Settings that are declared in the catalogue and nowhere else arrive in contract, storage, answer and history, one of each type;
// apps/web/test/imaginary-setting.test.tsx shows their form.

const CATALOGUE = '../../../../packages/rules/src/settings/catalogue.ts';
const actual = (await import(CATALOGUE)) as { SETTINGS: typeof SETTINGS };
const { guardrails } = actual.SETTINGS;

const share: SettingField = {
  holds: 'number',
  initial: null,
  min: 5,
  max: 50,
  says: (value) => `Anteil ${value}`,
};
const OF_PHARMACY: SettingDeclaration = {
  scope: 'pharmacy',
  call: { id: 'setImagined', path: 'imagined', summary: 'Sets what is imagined' },
  event: 'Erdachtes geändert',
  none: 'keins',
  fields: {
    days: {
      holds: 'number',
      initial: 14,
      min: 1,
      max: 60,
      column: 'imagined_days',
      says: (days) => `nach ${days} Tagen`,
    },
    step: { holds: 'choice', initial: null, column: 'imagined_step', choices: { 2: 'in zweien', 3: 'in dreien' } },
    isLoud: { holds: 'switch', initial: false, column: 'imagined_loud', says: 'laut' },
  },
};
const OF_GROUP: SettingDeclaration = {
  ...OF_PHARMACY,
  scope: 'group',
  call: { id: 'setImaginedOfGroup', path: 'imaginedofgroup', summary: 'Sets what is imagined of a group' },
  fields: { share: { ...share, column: 'imagined_share' } },
};
jest.resetModules();
jest.unstable_mockModule(CATALOGUE, () => ({
  SETTINGS: {
    ...actual.SETTINGS,
    guardrails: { ...guardrails, fields: { ...guardrails.fields, share } },
    imagined: OF_PHARMACY,
    imaginedOfGroup: OF_GROUP,
  },
}));
const { startPortal } = await import('../support/portal.ts');
const { seedPharmacy } = await import('../support/seed.ts');

let portal: TestPortal;
let owner: Client;
let sales: Client;
let path: string;
let mirror: Awaited<ReturnType<typeof seedPharmacy>>;
let apoId: number;
beforeAll(async () => {
  portal = await startPortal();
  const { pool } = portal.database;
  await pool.query(`
    ALTER TABLE pharmacy ADD COLUMN imagined_days int NOT NULL DEFAULT 14, ADD COLUMN imagined_step int,
                         ADD COLUMN imagined_loud bool NOT NULL DEFAULT false`);
  await pool.query('ALTER TABLE list_version ADD COLUMN imagined_share int');
  const pharmacy = await seedPharmacy(portal.database, 1);
  mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
  ({ path, apoId } = pharmacy);
  owner = await portal.as('Olga Owner', [`TP_user_${pharmacy.crmCompanyId}`]);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());

const read = async (at = path) => (await sales.get(`/api/pharmacy/settings/${at}`).expect(200)).body;
const latest = async () =>
  (await portal.database.prisma.historyEntry.findFirst({ where: { apoId }, orderBy: { id: 'desc' } }))?.event;
const FIRST = { days: 14, step: null, isLoud: false };

describe('of a pharmacy, in columns', () => {
  const set = (values: object, at = path) => owner.put(`/api/pharmacy/imagined/${at}`, { ...FIRST, ...values });

  test('is at first as declared, then as set, with an entry that says both', async () => {
    expect((await read()).imagined).toEqual(FIRST);
    await set({ days: 60, step: 3, isLoud: true }).expect(200, { status: 'OK' });
    expect((await read()).imagined).toEqual({ days: 60, step: 3, isLoud: true });
    expect(await latest()).toBe('Erdachtes geändert: nach 60 Tagen, in dreien, laut (bisher: nach 14 Tagen)');
  });

  test('setting it again changes nothing', async () => {
    await set({ days: 20 }).expect(200);
    const entries = await portal.database.prisma.historyEntry.count();
    await set({ days: 20 }).expect(200);
    expect(await portal.database.prisma.historyEntry.count()).toBe(entries);
  });

  test.each([{ days: 0 }, { days: 61 }, { days: 2.5 }, { days: null }, { step: 4 }, { isLoud: null }])(
    '%o is refused',
    async (values) => {
      const before = await read();
      await set(values).expect(422);
      expect((await read()).imagined).toEqual(before.imagined);
    },
  );

  test('a mirror shows it, cannot set it and keeps it when it is parted', async () => {
    await set({ days: 30 }).expect(200);
    expect((await read(mirror.path)).imagined).toEqual({ ...FIRST, days: 30 });
    await sales.put(`/api/pharmacy/imagined/${mirror.path}`, FIRST).expect(403);
    await sales.delete(`/api/pharmacy/shadow/${apoId}/${mirror.apoId}`).expect(200);
    await set(FIRST).expect(200);
    expect((await read(mirror.path)).imagined).toEqual({ ...FIRST, days: 30 });
  });
});

describe('of a group', () => {
  test('in a column', async () => {
    const set = (value: number | null) => owner.put(`/api/pharmacy/imaginedofgroup/${path}/OTC`, { share: value });
    await set(4).expect(422);
    await set(5).expect(200);
    const [otc, freiwahl] = (await read()).flags;
    expect([otc.imaginedOfGroup, freiwahl.imaginedOfGroup]).toEqual([{ share: 5 }, { share: null }]);
    expect(await latest()).toBe('Erdachtes geändert: Anteil 5 (bisher: keins)');
    await set(null).expect(200);
    expect((await read()).flags[0].imaginedOfGroup).toEqual({ share: null });
  });

  test('in the JSON of its setting, where it needs no column', async () => {
    const before = (await read()).flags[0].guardrails;
    expect(before.share).toBeNull();
    const set = (value: number) => owner.put(`/api/pharmacy/guardrails/${path}/OTC`, { ...before, share: value });
    await set(51).expect(422);
    await set(50).expect(200);
    expect((await read()).flags[0].guardrails).toEqual({ ...before, share: 50 });
    expect(await latest()).toBe('Leitplanken geändert: Anteil 50 (bisher: keine)');
  });
});
