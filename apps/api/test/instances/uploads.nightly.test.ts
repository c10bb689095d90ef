import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { csv } from '../intake/support.ts';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { httpClient } from '../support/http-client.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedListedPharmacy, testPzn } from '../support/seed.ts';

// What is left on disk of uploads that went wrong: nothing.
const PZNS = Array.from({ length: 3_000 }, (_, index) => testPzn(index));
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let temporary: string;
let token: string;
let instance: ApiInstance | undefined;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedListedPharmacy(portal.database, PZNS);
  temporary = await mkdtemp(join(tmpdir(), 'preisportal-test-uploads-'));
  token = await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin']));
});
afterEach(async () => {
  await instance?.end('SIGKILL');
  await rm(temporary, { recursive: true, force: true });
  await portal.close();
});

const start = (options = {}) => startInstance(instanceSettings(portal, { TMPDIR: temporary }), options);
const path = () => `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
const root = () => join(temporary, `preisportal-uploads-${userInfo().uid}`);
const left = () => readdir(root()).catch(() => []);
const upload = (url: string) =>
  httpClient(url, token).upload(path(), { name: 'delivery.csv', content: csv(PZNS.map((pzn) => [pzn, '8,49'])) });
const packages = () => portal.database.prisma.priceUpdate.count();

// Windows has no such limit.
(process.platform === 'win32' ? test.skip : test)(
  'a full disk: 507 with the reason, nothing stored, no file left',
  async () => {
    instance = await start({ through: 'ulimit -f 40' });
    const refused = await upload(instance.url);
    expect([refused.status, refused.body]).toEqual([
      507,
      expect.objectContaining({ status: 'ERROR', reason: 'busy', message: expect.stringContaining('Speicherplatz') }),
    ]);
    expect([await packages(), await left()]).toEqual([0, []]);
    expect((await httpClient(instance.url, token).get('/api/solvena/pharmacies')).status).toBe(200);
  },
);

test('an upload that is broken off leaves nothing', async () => {
  instance = await start();
  const socket = connect(instance.port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(
    [
      `POST ${path()} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      `Cookie: XSRF-TOKEN=${'x'.repeat(43)}`,
      `X-XSRF-TOKEN: ${'x'.repeat(43)}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
      '',
      '--b\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nPZN;TruePrice neu\r\n',
    ].join('\r\n'),
  );
  while ((await left()).length === 0) await pause(10);
  socket.destroy();
  while ((await left()).length > 0) await pause(10);
  expect(await packages()).toBe(0);
});

test('what a killed process left behind is removed at a later start, what others are working on is not', async () => {
  const inUse = ['export-in-use', 'upload-in-use'];
  const abandoned = ['export-abandoned', 'upload-abandoned'];
  for (const name of [...inUse, ...abandoned]) await mkdir(join(root(), name), { recursive: true });
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of abandoned) await utimes(join(root(), name), longAgo, longAgo);
  instance = await start();
  while ((await left()).length > 2) await pause(10);
  expect((await left()).toSorted()).toEqual(inUse);
  expect((await upload(instance.url)).status).toBe(200);
  while ((await left()).length > 2) await pause(10);
});
