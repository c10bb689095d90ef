import { claimsOf } from '../../../apps/api/test/support/issuer.ts';
import { httpClient } from '../../../apps/api/test/support/http-client.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { seedPharmacies } from '../sent-saves.ts';
import { until } from '../environment.ts';

/** The identity provider is down, or hangs; signed-in people go on, and what needs the provider says so. */
export const identityAway: Fault = {
  name: 'identity-away',
  title: 'Identity provider down or silent',
  rounds: 4,
  async run(environment, rounds) {
    const [pharmacy] = await seedPharmacies(environment, 1);
    const warm = await environment.start();
    const client = await environment.client(warm);
    const path = `/api/price/${pharmacy?.path}/OTC`;
    expect('before', (await client.get(path)).status, 200);
    const claims = claimsOf('Tobias Sommer', ['solvena_sales']);
    const later = await environment.issuer.token(claims); // a person who signs in with a key that is known
    const foreign = await environment.issuer.token(claims, { kid: 'unknown' });
    for (let round = 0; round < rounds; round++) {
      await environment.identity.set(round % 2 === 0 ? 'refusing' : 'silent');
      expect('somebody signed in', (await client.get(path)).status, 200);
      expect('a fresh token under a known key', (await httpClient(warm.url, later).get(path)).status, 200);
      const cold = await environment.start();
      const refused = await (await environment.client(cold)).get(path);
      expect('an instance that never saw the provider', refused.status, 503);
      const { message } = refused.body as { message: string };
      expectThat(`a clear message: ${message}`, message.includes('Anmeldedienst nicht erreichbar'));
      await environment.identity.set('open');
      await until('it recovers', async () => (await (await environment.client(cold)).get(path)).status === 200);
      await until(
        'an unknown key is refused again',
        async () => (await httpClient(warm.url, foreign).get(path)).status === 401,
      );
      await cold.end('SIGTERM');
    }
    return {
      runs: rounds,
      seen: 'signed-in people worked on; new instances answered 503 with the reason and recovered',
    };
  },
};
