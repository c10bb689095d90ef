import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.ts';
import type { Database } from '../../src/db/database.ts';
import { claimsOf, type TestIssuer } from '../support/issuer.ts';
import { startPortal } from '../support/portal.ts';
import type { Answer, Request } from './outcome.ts';
import { nameOf, type Person, rolesOf } from './people.ts';
import type { World } from './state.ts';

const XSRF = 'x'.repeat(43);

/** The real api, as the model drives it. */
export type ModelPortal = {
  /** The owner's connection, for seeding. */
  readonly database: Database;
  setClock(moment: number): Promise<void>;
  call(world: World, request: Request): Promise<Answer>;
  /** Makes a call and kills the process that serves it after so many milliseconds; null: broken off without an answer. */
  callAndKill?(world: World, request: Request, afterMs: number): Promise<Answer | null>;
  /** Whether the jobs may also run by themselves, between any two steps. */
  readonly jobsRunAlone: boolean;
  close(): Promise<void>;
};

/** One server in this process: its clock stands still between steps, and is moved to the second. */
export async function openPortal(): Promise<ModelPortal> {
  const portal = await startPortal();
  const testClock = {
    now: portal.clock.now,
    set: (moment: Date | null) => portal.clock.set((moment ?? new Date()).toISOString()),
  };
  const server = createServer(createApp({ ...portal.deps, clock: testClock, testClock }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = caller(portal.issuer);
  return {
    database: portal.database,
    jobsRunAlone: false,
    setClock: async (moment) => portal.clock.set(new Date(moment).toISOString()),
    call: (world, request) => send(url, world, request),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await portal.close();
    },
  };
}

/** Sends calls with the tokens of the people, each made once. */
export function caller(issuer: Pick<TestIssuer, 'token'>) {
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (world: World, person: Person) => {
    const roles = rolesOf(world, person);
    const key = `${person.who} ${roles.join(' ')}`;
    const country = person.who === 'austrian' ? 'AT' : 'DE';
    const token = tokens.get(key) ?? issuer.token(claimsOf(nameOf(person), roles, country), { expiresIn: 86_400 });
    tokens.set(key, token);
    return token;
  };
  return async (url: string, world: World, { as, method, path, body, file, fields }: Request): Promise<Answer> => {
    const headers: Record<string, string> = {
      Cookie: `XSRF-TOKEN=${XSRF}`,
      'X-XSRF-TOKEN': XSRF,
      'Accept-Encoding': 'identity', // packing takes longer than the loopback
    };
    if (as.who !== 'nobody') headers.Authorization = `Bearer ${await tokenOf(world, as)}`;
    if (body) headers['Content-Type'] = 'application/json';
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : file ? { body: formOf(file, fields) } : {}),
    });
    const text = await answer.text();
    const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : { text };
    return { status: answer.status, body: parsed as Answer['body'] };
  };
}

function formOf(file: { name: string; content: string }, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('csv', new Blob([file.content]), file.name);
  return form;
}
