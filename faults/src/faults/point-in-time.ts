import { freePort } from '@portal/dev/free-ports.ts';
import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { httpClient } from '../../../apps/api/test/support/http-client.ts';
import { claimsOf } from '../../../apps/api/test/support/issuer.ts';
import type { SeededPharmacy } from '../../../apps/api/test/support/seed.ts';
import { listedPrices, newTill, pull, sorted } from '../../../apps/api/test/till-sync/support.ts';
import { type ArchivedServer, startArchived } from '../archived.ts';
import { startArchivedBy } from '../archived-by-programs.ts';
import { until } from '../environment.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { findInstalled } from '@portal/dev/postgres/installed.ts';
import { newSentSaves, PZNS, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';

/** A wrong import was saved and is in the till already; base backup and archived log bring back the moment before it. */
export const pointInTime: Fault = {
  name: 'point-in-time',
  title: 'Restored to the moment before a wrong import',
  rounds: 1,
  server() {
    const bin = findInstalled();
    return bin ? startArchivedBy(bin) : startArchived();
  },
  async run(environment) {
    const server = environment.server as ArchivedServer;
    const [pharmacy] = (await seedPharmacies(environment, 1)) as [SeededPharmacy];
    await server.backUp();
    const metricsPort = String(await freePort());
    const instance = await environment.start({ PORTAL_METRICS_PORT: metricsPort });
    const client = await environment.client(instance);
    const sent = newSentSaves();
    let left = 10;
    await saveOn(
      () => client,
      pharmacy,
      sent,
      () => left-- > 0,
    );
    const token = await environment.issuer.token(claimsOf('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]));
    const machine = httpClient(instance.url, token) as unknown as Parameters<typeof pull>[1];
    const till = newTill();
    await pull(till, machine, pharmacy.crmCompanyId);
    const right = sorted(till.prices);

    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const archivedAt = Number(/^portal_database_last_archived_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
    expectThat('the metrics tell that the log is archived', Date.now() / 1000 - archivedAt < 60);

    await pause(100);
    const { rows } = await environment.database.pool.query<{ moment: string }>('SELECT now()::text AS moment');
    await pause(100);
    const wrong = PZNS.map((pzn) => ({ pzn, priceEdit: 0.01, editedPermanent: false, editedIgnore: false }));
    expect('the wrong import', (await client.put(`/api/price/${pharmacy.path}`, { products: wrong })).status, 200);
    await pull(till, machine, pharmacy.crmCompanyId);
    expectThat(
      'the till sells at wrong prices',
      [...till.prices.values()].every((price) => price === 0.01),
    );

    const begun = performance.now();
    await server.restoreTo(rows[0]?.moment ?? '');
    await until('the portal goes on by itself', async () => (await client.get('/api/health/ready')).status === 200);
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    expect('acknowledged saves before it', (await verifySaves(environment.database, sent)).acknowledged, 10);
    const [page] = await pull(till, machine, pharmacy.crmCompanyId);
    expectThat('the till is told to load everything again', Boolean(page?.reload));
    expect('prices of the till', sorted(till.prices), right);
    expect('prices listed', sorted(await listedPrices(environment.database, pharmacy.apoId)), right);
    expect(
      'the next save',
      (await client.put(`/api/price/${pharmacy.path}`, { products: wrong.slice(0, 1) })).status,
      200,
    );
    return {
      runs: 1,
      seen: `10 saves there, ${wrong.length} wrong prices gone from list and till, ${took} s for the restore`,
    };
  },
};
