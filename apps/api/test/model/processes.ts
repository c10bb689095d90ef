import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { startPortal } from '../support/portal.ts';
import type { Request } from './outcome.ts';
import { caller, type ModelPortal } from './portal.ts';
import type { World } from './state.ts';

/** Several server processes on one database, called in turn. Their clocks go on from where they are set. */
export async function openProcesses(count: number): Promise<ModelPortal> {
  const portal = await startPortal();
  const settings = instanceSettings(portal, { PORTAL_TEST_CLOCK: '1', PORTAL_DRAIN_SECONDS: '0' });
  const instances: ApiInstance[] = await Promise.all(Array.from({ length: count }, () => startInstance(settings)));
  const send = caller(portal.issuer);
  const nobody: World = {
    now: 0,
    step: 0,
    pharmacies: [],
    packages: [],
    refused: [],
    screens: [],
    tills: [],
    files: [],
    previews: [],
    pzns: [],
    bulk: [],
    products: {},
  };
  let turn = 0;
  let clock = { moment: Date.now(), setAt: Date.now() };

  const next = (): ApiInstance => instances[turn++ % instances.length] as ApiInstance;
  const tellTime = async ({ url }: ApiInstance) => {
    const now = new Date(clock.moment + Date.now() - clock.setAt).toISOString();
    const request: Request = { as: { who: 'sales' }, method: 'POST', path: '/api/dev/clock', body: { now } };
    const { status } = await send(url, nobody, request);
    if (status !== 200) throw new Error(`the clock of an instance could not be set: ${status}`);
  };
  return {
    database: portal.database,
    jobsRunAlone: true,
    async setClock(moment) {
      clock = { moment, setAt: Date.now() };
      await Promise.all(instances.map(tellTime));
    },
    call: (world, request) => send(next().url, world, request),
    async callAndKill(world, request, afterMs) {
      const instance = next();
      const answered = send(instance.url, world, request).catch(() => null);
      await pause(afterMs);
      await instance.end('SIGKILL');
      const answer = await answered;
      const another = await startInstance(settings);
      await tellTime(another);
      instances[instances.indexOf(instance)] = another;
      return answer;
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
      await portal.close();
    },
  };
}
