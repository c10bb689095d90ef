import { csv } from '../../../apps/api/test/intake/support.ts';
import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { brokenInvariants } from '../../../apps/api/test/support/invariants.ts';
import { httpClient } from '../../../apps/api/test/support/http-client.ts';
import { claimsOf } from '../../../apps/api/test/support/issuer.ts';
import { seedList, type SeededPharmacy, seedPharmacy, testPzn } from '../../../apps/api/test/support/seed.ts';
import { getPage, listedPrices, newTill, pull, sorted } from '../../../apps/api/test/till-sync/support.ts';
import { type Environment, until } from '../environment.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { type Pair, startPair } from '../pair.ts';
import { uploads } from './kill-intake.ts';
import { open, seedDue } from './kill-job.ts';

const DUE = 25;
const ROWS = 8_000;
const NOTICED_MS = 5_000;

/** The primary is lost in the middle of long work: the night's job, an intake, and a till between two pages. */
export const failoverWork: Fault = {
  name: 'failover-work',
  title: "Primary killed in the middle of the clock's job, an intake of 8,000 rows and a till's load by pages",
  rounds: 1,
  server: startPair,
  async run(environment) {
    const pair = environment.server as Pair;
    const pzns = Array.from({ length: ROWS }, (_, index) => testPzn(index));
    await seedDue(environment, DUE);
    const receiving = await seedPharmacy(environment.database, DUE + 1);
    await seedList(
      environment.database,
      receiving,
      'OTC',
      pzns.map((pzn) => ({ pzn })),
    );
    const file = { name: 'delivery.csv', content: csv(pzns.map((pzn) => [pzn, '4,10'] as const)) };
    const instance = await environment.start({});
    const client = await environment.client(instance);
    const deliver = () => client.upload(`/api/intake/mdp/${receiving.crmCompanyId}/OTC`, file);
    const till = await tillOf(environment, receiving, instance.url);
    const first = await till.page();
    const delivering = deliver();
    await until('the job is at work', async () => (await open(environment)) < 2 * DUE);
    await pair.lose('killed');
    await pause(NOTICED_MS);
    await pair.promote();
    const answer = await delivering;
    expectThat(`an answer ${answer.status} to the delivery`, answer.status === 200 || answer.status === 503);
    await until('the test follows too', () =>
      environment.database.pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    const left = await open(environment);
    await until('the delivery is taken in', async () => (await deliver()).status === 200);
    expect(
      'packages of the delivery',
      await environment.database.prisma.priceUpdate.count({ where: { apoId: receiving.apoId } }),
      1,
    );
    // The till goes on with the page that it was at.
    const rest = await till.rest(first.cursor);
    expect('a till amid its pages', rest.map(({ reload }) => reload).filter(Boolean), []);
    expect(
      'articles of all pages',
      first.prices.length + rest.reduce((sum, { prices }) => sum + prices.length, 0),
      ROWS,
    );
    expect(
      'prices of the till',
      sorted(await till.whole()),
      sorted(await listedPrices(environment.database, receiving.apoId)),
    );
    await until('all due packages are done', async () => (await due(environment)) === 0, 200_000);
    expect('packages acted on once', await actedOnOnce(environment, receiving), 2 * DUE);
    await until('no upload stays', async () => (await uploads(environment)).length === 0);
    expect('broken invariants', await brokenInvariants(environment.database), []);
    expectThat(`the process lives on\n${instance.log()}`, !instance.ended);
    return {
      runs: 1,
      seen: `${left} packages open at the promotion, all acted on exactly once; the delivery answered ${answer.status}, sent again and there once; ${rest.length} further pages of the till, of the moment of the first`,
    };
  },
};

/** Packages of the job that it has not acted on; the one that was delivered is not due. */
const due = ({ database }: Environment) =>
  database.prisma.priceUpdate.count({ where: { status: 0, autoActionAt: { lt: new Date() } } });

/** Those of the job that have one entry in the history. */
async function actedOnOnce({ database }: Environment, receiving: SeededPharmacy): Promise<number> {
  const { rows } = await database.pool.query<{ packages: number }>(
    `SELECT count(*)::int AS packages FROM price_update u
      WHERE apo_id <> $1 AND status <> 0 AND 1 = (SELECT count(*) FROM history_entry h
                                  WHERE h.apo_id = u.apo_id AND u.id IN (h.mdp_import_id, h.qdp_import_id))`,
    [receiving.apoId],
  );
  return rows[0]?.packages ?? 0;
}

async function tillOf({ issuer }: Environment, { crmCompanyId }: SeededPharmacy, url: string) {
  const client = httpClient(url, await issuer.token(claimsOf('till-sync', [`till_sync_${crmCompanyId}`]))) as never;
  return {
    page: () => getPage(client, crmCompanyId, { limit: '500' }),
    async rest(cursor: string) {
      const pages = [];
      for (let since: string | undefined = cursor, more = true; more; ) {
        const page = await getPage(client, crmCompanyId, { limit: '500', since: since as string });
        pages.push(page);
        ({ cursor: since, more } = page);
      }
      return pages;
    },
    async whole() {
      const till = newTill();
      await pull(till, client, crmCompanyId, 700);
      return till.prices;
    },
  };
}
