import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { createKeys, type Keys } from '../src/auth/provider-keys.ts';

const MINUTE = 60_000;
const realNow = Date.now;
let server: Server;
let away: boolean;
let asked: number;
let key: Awaited<ReturnType<typeof generateKeyPair>>;
let keys: Keys;
let ahead = 0;

beforeEach(async () => {
  key = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'known', alg: 'RS256' };
  [away, asked, ahead] = [false, 0, 0];
  server = createServer((_request, response) => {
    asked += 1;
    if (away) response.writeHead(502).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // jose reads the time from here and nowhere else.
  Date.now = () => realNow() + ahead;
  keys = createKeys(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`), 5_000);
});
afterEach(async () => {
  Date.now = realNow;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function verify(kid = 'known'): Promise<string> {
  const token = await new SignJWT({ sub: 'somebody' }).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey);
  return jwtVerify(token, keys).then(
    () => 'accepted',
    (error: { httpStatus?: number; code?: string }) => String(error.httpStatus ?? error.code),
  );
}

// Rule 1.3.
test('known keys serve while the provider is away, also when they would be fetched again', async () => {
  expect(await verify()).toBe('accepted');
  away = true;
  ahead = 30 * MINUTE;
  expect(await verify()).toBe('accepted');
  ahead = 11 * 60 * MINUTE;
  expect(await verify()).toBe('accepted');
  away = false;
  ahead += MINUTE;
  expect(await verify()).toBe('accepted');
  // The keys are confirmed again, so that the next outage may last as long.
  away = true;
  ahead += 11 * 60 * MINUTE;
  expect(await verify()).toBe('accepted');
});

test('keys that the provider has not confirmed for twelve hours are not used any more', async () => {
  expect(await verify()).toBe('accepted');
  away = true;
  ahead = 13 * 60 * MINUTE;
  expect(await verify()).toBe('503');
});

test('an unknown key is 503 while the provider is away and an error of the token when it is there', async () => {
  expect(await verify('other')).toBe('ERR_JWKS_NO_MATCHING_KEY');
  away = true;
  ahead = 20 * MINUTE;
  expect(await verify('other')).toBe('503');
  expect(await verify()).toBe('accepted');
});

test('a provider that is away is not asked at every call', async () => {
  expect(await verify()).toBe('accepted');
  away = true;
  ahead = 20 * MINUTE;
  for (let call = 0; call < 20; call++) expect(await verify()).toBe('accepted');
  expect(asked).toBe(2);
});

test('without any known key the answer is 503, and recovers by itself', async () => {
  away = true;
  expect(await verify()).toBe('503');
  away = false;
  ahead = MINUTE;
  expect(await verify()).toBe('accepted');
});
