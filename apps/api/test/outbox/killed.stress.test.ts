import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@portal/dev/free-ports.ts';
import { type MailCatcher, startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { deliverMessages } from '../../src/modules/outbox/deliver-messages.ts';
import { AUDIENCE } from '../support/issuer.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { deliveryDeps, messages } from './support.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const until = async (condition: () => Promise<boolean> | boolean) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
};

let portal: TestPortal;
let mail: MailCatcher;
let admin: Client;
const children: ChildProcess[] = [];

beforeEach(async () => {
  [portal, mail] = await Promise.all([startPortal(), startMailCatcher({ port: 0 })]);
  admin = await portal.as('Petra Hahn', ['solvena_admin']);
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  await mail.close();
  await portal.close();
});

/** The server as operators start it, on the test's database. */
async function startServer(smtpUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const url = `http://localhost:${await freePort()}`;
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORTAL_PORT: new URL(url).port,
      DATABASE_URL: portal.databaseUrl,
      PORTAL_DATABASE_POOL: '4',
      PORTAL_BASE_URL: url,
      PORTAL_ENVIRONMENT: 'test',
      PORTAL_IDENTITY_URL: portal.issuer.url,
      PORTAL_IDENTITY_REALM: portal.issuer.realm,
      PORTAL_IDENTITY_CLIENT: 'portal-web',
      PORTAL_IDENTITY_AUDIENCE: AUDIENCE,
      PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost:1',
      PORTAL_SMTP_URL: smtpUrl,
      PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
      PORTAL_LINK_SECRET: 'l'.repeat(32),
      PORTAL_TASKS_SECRET: 't'.repeat(32),
      PORTAL_LOG_LEVEL: 'fatal',
    },
  });
  children.push(child);
  await until(() =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { child, url };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A mail server that takes calls and then says nothing. */
async function startMute(): Promise<{ server: Server; url: string; called: () => boolean }> {
  let called = false;
  const server = createServer((socket) => {
    called = true;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `smtp://localhost:${(server.address() as AddressInfo).port}`, called: () => called };
}

// Rule 11.5.
test('a server killed between write and send loses nothing: the next one sends the mail, once', async () => {
  const first = await startServer('smtp://localhost:1');
  // The first turn of its jobs is over: nothing is sent before the next one, a quarter of a minute later.
  await until(async () => {
    const { rowCount } = await portal.database.pool.query(`SELECT FROM job_run WHERE name = 'deliveries'`);
    return rowCount === 1;
  });
  const answer = await fetch(`${first.url}/api/price/exportLogs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json',
      Cookie: `XSRF-TOKEN=${'x'.repeat(43)}`,
      'X-XSRF-TOKEN': 'x'.repeat(43),
    },
    body: JSON.stringify({ changedSince: null }),
  });
  expect(answer.status).toBe(200);
  await kill(first.child);
  expect(await messages(portal)).toMatchObject([{ status: 'waiting' }]);
  // Had the first one tried in that moment, the next attempt would be half a minute away.
  await portal.database.pool.query('UPDATE outbox SET next_attempt_at = created_at, lease = NULL, leased_until = NULL');

  await Promise.all([startServer(mail.smtpUrl), startServer(mail.smtpUrl)]);
  await until(async () => (await messages(portal))[0]?.status === 'sent');
  expect(mail.mailbox.list()).toHaveLength(1);
});

test('a server killed while it sends keeps its lease; when that has run out another one sends the mail', async () => {
  expect((await admin.post('/api/price/exportLogs', { changedSince: null })).status).toBe(200);
  const mute = await startMute();
  const { child } = await startServer(mute.url);
  await until(mute.called);
  await kill(child);
  mute.server.close();
  const [{ leasedUntil }] = (
    await portal.database.pool.query<{ leasedUntil: Date }>('SELECT leased_until AS "leasedUntil" FROM outbox')
  ).rows as [{ leasedUntil: Date }];

  const deliver = () => deliverMessages(deliveryDeps(portal, { smtpUrl: mail.smtpUrl }));
  portal.clock.set(new Date(leasedUntil.getTime() - 1).toISOString());
  expect(await deliver()).toMatchObject({ sent: 0, failed: 0 });
  portal.clock.set(leasedUntil.toISOString());
  expect(await deliver()).toMatchObject({ sent: 1 });
  expect(await deliver()).toMatchObject({ sent: 0 });
  expect(mail.mailbox.list()).toHaveLength(1);
});

test('a server that is asked to stop puts back what it was sending', async () => {
  expect((await admin.post('/api/price/exportLogs', { changedSince: null })).status).toBe(200);
  const mute = await startMute();
  const { child } = await startServer(mute.url);
  await until(mute.called);
  child.kill('SIGTERM');
  await once(child, 'exit');
  mute.server.close();
  expect(child.exitCode).toBe(0);
  expect(await messages(portal)).toMatchObject([{ status: 'waiting', attempts: 0 }]);
});
