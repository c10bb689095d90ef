import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS } from '@portal/contracts';
import { readLowestBefore, runDuePeriods } from '../../src/modules/price-periods/index.ts';
import { edit } from '../support/save-stage.ts';
import { seedPharmacy } from '../support/seed.ts';
import { newTill, pull } from '../till-sync/support.ts';
import { dated, openStage, other, own, permanent, plain, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** As labels say it, by PZN. */
const onLabels = (apoId = stage.pharmacy.apoId) =>
  readLowestBefore(stage.database.pool, { apoId, listApoId: stage.pharmacy.apoId }, stage.portal.clock.now());
/** As the price card says it. */
async function onCard(pzn: string) {
  const { body } = await stage.owner.get(`/api/price/pricehistory/${stage.pharmacy.path}/${pzn}`);
  const [newest, ...others] = ENDPOINTS.getPriceHistory.answer.parse(body);
  expect(others.every(({ lowest }) => lowest === undefined)).toBe(true);
  const { price, day, isLower } = newest?.lowest ?? {};
  return [price, day, isLower ? 'lower' : ''].join(' ').trim();
}

// Rule 17.10.
test('labels may say the lowest price of the 30 days before a reduction, for those alone', async () => {
  await stage.saved([edit(plain, 6), edit(other, 2)]);
  await stage.day('2026-03-20');
  await stage.saved([edit(plain, 8)]);
  await stage.day('2026-04-02');
  await stage.saved([dated(plain, 5, '2026-04-15'), dated(other, 3, '2026-04-15')]);
  expect(await onLabels()).toEqual({ [plain]: 600 });
  await stage.day('2026-04-10');
  await stage.saved([edit(plain, 7, { editedPermanent: true })]);
  expect(await onLabels()).toEqual({ [plain]: 600 });
  expect(await onCard(plain)).toBe('6 2026-03-19 lower');
  await stage.day('2026-04-16');
  expect(await onLabels()).toEqual({});
});

// Rule 17.10: nothing is recorded when a permanent price begins a period at what it is.
test('a period that begins at the price in force and lowers it later counts from there', async () => {
  await stage.saved([edit(own, 6), dated(permanent, 7, '2026-04-15')]);
  await stage.day('2026-03-20');
  await stage.saved([edit(permanent, 5, { editedPermanent: true })]);
  expect(await onCard(permanent)).toBe('7 2026-03-19 lower');
  expect(await onLabels()).toEqual({ [permanent]: 700 });
});

// Rules 17.6 and 17.10.
test('a period that began and ended while the portal stood still was never in force', async () => {
  await stage.saved([dated(plain, 4.5, '2026-03-14', '2026-03-12')]);
  await stage.day('2026-03-20', { only: 'packages' });
  let now = stage.portal.clock.now().getTime();
  const ticking = { now: () => new Date((now += 5)) };
  expect(await runDuePeriods({ ...stage.portal.deps, clock: ticking })).toEqual({ done: 2, failed: 0 });
  stage.portal.clock.set(new Date(now).toISOString());
  expect(await onCard(plain)).toBe('9.99 2026-03-20');
});

// Rule 17.10.
describe('a price of an approval that is taken back', () => {
  const minute = (number: number) => stage.portal.clock.set(`2026-03-10T10:0${number}:00Z`);
  const approve = async () => {
    const id = await stage.mdp([{ pzn: plain, truePrice: '5.00', avp: '13.00' }]);
    expect((await stage.approve(id)).body).toMatchObject({ changed: 1 });
    return id;
  };
  const takeBack = async (id: number) => expect((await stage.reopen(id)).body).toEqual({ status: 'OK' });
  const lower = async () => {
    await stage.day('2026-03-20');
    await stage.saved([dated(plain, 4.5, '2026-03-31')]);
    return onCard(plain);
  };
  const NEVER = '9.99 2026-03-19 lower';
  const ONCE = '5 2026-03-10 lower';
  const download = async (contents: string, productGroups = ['OTC']) => {
    const { apoId, token } = stage.pharmacy;
    const at = `/api/price/clientpricelistdownload/${apoId}/${token}`;
    expect((await stage.owner.post(at, { productGroups, contents })).status).toBe(200);
  };
  const printed = (price: number) =>
    stage.owner.post(`/api/price/labels/${stage.pharmacy.path}/printed`, { labels: [{ pzn: plain, price }] });
  const sync = async (crmCompanyId = stage.pharmacy.crmCompanyId) => {
    const job = await stage.portal.as('Kasse', [`till_sync_${crmCompanyId}`]);
    const till = newTill();
    await pull(till, job, crmCompanyId);
    expect((await job.post(`/api/till/v1/${crmCompanyId}/ack`, { cursor: till.cursor })).status).toBe(200);
  };

  const undoOfLastSave = async () => {
    const { entries } = (await stage.owner.get(`/api/pharmacy/ownhistory/${stage.pharmacy.path}`)).body;
    return async () => {
      const at = `/api/price/undo/${stage.pharmacy.path}/${entries[0].id}`;
      const { preview } = (await stage.owner.get(at)).body;
      expect((await stage.owner.post(at, { preview })).body).toMatchObject({ restored: 1 });
    };
  };

  test('counts for nothing where nobody had it', async () => {
    await sync();
    const id = await approve();
    minute(1);
    await takeBack(id);
    await download('all');
    expect((await printed(999)).status).toBe(200);
    await sync();
    expect(await lower()).toBe(NEVER);
    expect(await onLabels()).toEqual({ [plain]: 999 });
  });

  test.each<readonly [string, string, () => Promise<unknown>]>([
    ['a till that had acknowledged it', ONCE, sync],
    ['a file that nobody confirmed', ONCE, () => download('all')],
    ['a file of what is listed', ONCE, () => download('list')],
    ['a file of another group', NEVER, () => download('all', ['FREIWAHL'])],
    ['a label', ONCE, () => printed(500)],
  ])('%s: %s', async (_name, lowest, arrives) => {
    await sync();
    expect((await printed(999)).status).toBe(200);
    minute(1);
    const id = await approve();
    minute(2);
    await arrives();
    minute(4);
    await takeBack(id);
    // What comes later had the price before.
    minute(5);
    await sync();
    await download('all');
    expect(await lower()).toBe(lowest);
    expect(await onLabels()).toEqual({ [plain]: lowest === ONCE ? 500 : 999 });
  });

  test.each([
    ['before and after', false, NEVER],
    ['between', true, ONCE],
  ])('versions tell what a file of the same moment holds: %s', async (_when, isBetween, lowest) => {
    await download('all');
    const id = await approve();
    if (isBetween) await download('all');
    await takeBack(id);
    await download('all');
    expect(await lower()).toBe(lowest);
  });

  test('a save that is taken back is as an approval', async () => {
    await stage.saved([edit(plain, 5)]);
    minute(1);
    await (await undoOfLastSave())();
    expect(await lower()).toBe(NEVER);
  });

  type Setting = () => Promise<() => Promise<unknown>>;
  const SETTINGS: readonly (readonly [string, number, Setting])[] = [
    [
      'a save',
      5,
      async () => {
        await stage.saved([edit(plain, 5)]);
        return undoOfLastSave();
      },
    ],
    [
      'an approval',
      5,
      async () => {
        const id = await approve();
        return () => takeBack(id);
      },
    ],
    [
      'a part',
      9.49,
      async () => {
        const id = await stage.mdp([{ pzn: plain, truePrice: '9.49', avp: '12.00' }, { pzn: other }]);
        const one = `mdp/${stage.pharmacy.path}/${id}/OTC`;
        const at = `/api/price/approvepart/${one}`;
        const { version, listVersion } = (await stage.owner.get(`/api/price/${one}`)).body;
        const { body } = await stage.owner.put(at, { pzns: [plain], version, listVersion });
        expect(body).toMatchObject({ changed: 1 });
        return async () => expect((await stage.sales.delete(`${at}/1`)).body).toMatchObject({ status: 'OK' });
      },
    ],
  ];
  describe.each(SETTINGS)('%s taken back beneath a running period', (_name, price, set) => {
    const cover = async () => {
      await stage.day('2026-03-12', { only: 'periods' });
      expect(await stage.row(plain)).toMatch(/^3 9.79 2026-03-20 above/);
    };
    beforeEach(async () => {
      await stage.saved([dated(plain, 9.79, '2026-03-20', '2026-03-12')]);
    });

    test('counts for nothing, whatever had the price of the period', async () => {
      minute(1);
      const takesBack = await set();
      await cover();
      await download('all');
      await sync();
      expect((await printed(979)).status).toBe(200);
      expect(await onCard(plain)).toBe(`${price} 2026-03-11`);
      await takesBack();
      expect(await stage.row(plain)).toBe('3 9.79 2026-03-20 above 0');
      expect(await onCard(plain)).toBe('9.99 2026-03-11 lower');
      expect(await onLabels()).toEqual({ [plain]: 999 });
      await stage.day('2026-03-21', { only: 'periods' });
      expect(await onCard(plain)).toBe('9.79 2026-03-20');
    });

    test('counts where a mirror had it, there alone', async () => {
      const mirror = await seedPharmacy(stage.database, 2);
      const link = { pharmacy: stage.pharmacy.apoId, shadowPharmacy: mirror.apoId };
      expect((await stage.sales.post('/api/pharmacy/shadow', link)).body).toEqual({ status: 'OK' });
      const takesBack = await set();
      minute(2);
      await sync(mirror.crmCompanyId);
      await cover();
      await takesBack();
      expect(await onLabels()).toEqual({ [plain]: 999 });
      // A rise.
      expect(await onLabels(mirror.apoId)).toEqual({});
    });
  });

  test('a mirror has what its own till had', async () => {
    const mirror = await seedPharmacy(stage.database, 2);
    const link = { pharmacy: stage.pharmacy.apoId, shadowPharmacy: mirror.apoId };
    expect((await stage.sales.post('/api/pharmacy/shadow', link)).body).toEqual({ status: 'OK' });
    minute(1);
    const id = await approve();
    minute(2);
    await sync(mirror.crmCompanyId);
    minute(3);
    await takeBack(id);
    expect(await lower()).toBe(NEVER);
    expect(await onLabels()).toEqual({ [plain]: 999 });
    expect(await onLabels(mirror.apoId)).toEqual({ [plain]: 500 });
  });
});
