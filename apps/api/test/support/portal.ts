import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import type { Deps } from '../../src/deps.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/db/database.ts';
import { AUDIENCE, claimsOf, type TestIssuer } from './issuer.ts';
import { connectApi, giveBack, logger, openBase } from './kept-database.ts';

/** Requests share connections: superagent would open one for each. */
const connections = new Agent({ keepAlive: true });

const XSRF = 'x'.repeat(43);

/** The whole api on a real database without rows, with a real issuer and a clock the test moves. */
export type TestPortal = {
  /** The owner's connection, for seeding and looking; the api itself works on `deps.database`. */
  database: Database;
  issuer: TestIssuer;
  clock: { now(): Date; set(now: string): void };
  app: ReturnType<typeof createApp>;
  deps: Deps;
  ownerUrl: string;
  /** Where the app is served; supertest would start a server for each call of it. */
  url: string;
  /** As the api connects, with the rights of portal_app only. */
  databaseUrl: string;
  /** Calls as somebody with these roles; writes carry matching XSRF cookie and header. */
  as(name: string, roles: string[], country?: string): Promise<Client>;
  anonymous: Client;
  close(): Promise<void>;
};
export type Client = {
  get(path: string): supertest.Test;
  put(path: string, body?: object): supertest.Test;
  post(path: string, body?: object): supertest.Test;
  delete(path: string): supertest.Test;
  token: string | undefined;
};

export async function startPortal(
  now = '2026-03-10T09:00:00Z',
  settings: Record<string, string> = {},
): Promise<TestPortal> {
  const base = await openBase();
  const { own, database, issuer } = base;
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: own.appUrl,
    PORTAL_BASE_URL: 'http://localhost:3000',
    PORTAL_ENVIRONMENT: 'test',
    PORTAL_IDENTITY_URL: issuer.url,
    PORTAL_IDENTITY_REALM: issuer.realm,
    PORTAL_IDENTITY_CLIENT: 'portal-web',
    PORTAL_IDENTITY_AUDIENCE: AUDIENCE,
    PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost:3005',
    PORTAL_SMTP_URL: 'smtp://localhost:1',
    PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
    PORTAL_LINK_SECRET: 'l'.repeat(32),
    PORTAL_TASKS_SECRET: 't'.repeat(32),
    // A test makes in a second what people make in a week; those of the limits turn them on.
    PORTAL_RATE_FACTOR: '0',
    ...settings,
  });
  const { database: appDatabase, verifier } = await connectApi(base, config);
  let present = new Date(now);
  const clock = { now: () => present, set: (next: string) => void (present = new Date(next)) };
  const deps = { config, database: appDatabase, verifier, clock, logger };
  const app = createApp(deps);
  const server = createServer(app).listen(0);
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    database,
    issuer,
    clock,
    app,
    deps,
    url,
    ownerUrl: own.url,
    databaseUrl: own.appUrl,
    async as(name, roles, country) {
      return client(url, await issuer.token(claimsOf(name, roles, country)));
    },
    anonymous: client(url, undefined),
    async close() {
      server.close();
      server.closeAllConnections();
      await giveBack(base);
    },
  };
}

function client(url: string, token: string | undefined): Client {
  const dressed = (test: supertest.Test) => {
    test.agent(connections).set('Cookie', `XSRF-TOKEN=${XSRF}`).set('X-XSRF-TOKEN', XSRF);
    return token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
  };
  const agent = supertest(url);
  return {
    token,
    get: (path) => dressed(agent.get(path)),
    put: (path, body) => dressed(agent.put(path)).send(body),
    post: (path, body) => dressed(agent.post(path)).send(body),
    delete: (path) => dressed(agent.delete(path)),
  };
}
