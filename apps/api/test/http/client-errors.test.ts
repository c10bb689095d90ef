import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createGracefulServer, type GracefulServer } from '../../src/graceful-server.ts';
import { securityHeaders } from '../../src/http/web-app.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';

let portal: TestPortal;
let graceful: GracefulServer;
let port: number;
const logged: string[] = [];

beforeAll(async () => {
  portal = await startPortal();
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const headers = securityHeaders({ ...portal.deps.config, baseUrl: 'https://preise.example.com' });
  graceful = createGracefulServer(portal.app, { requestMs: 1000, logger, headers });
  await new Promise<void>((resolve) => graceful.server.listen(0, '127.0.0.1', resolve));
  ({ port } = graceful.server.address() as AddressInfo);
});
afterAll(async () => {
  await graceful?.stop({ drainMs: 0, deadlineMs: 1000 });
  await portal?.close();
});

/** Sends these bytes as they are and reads until the server closes. */
function talk(bytes: string, keep?: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      keep?.(socket);
    });
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => void (answer += text));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line = '', ...rest] = head.split('\r\n');
  const headers = Object.fromEntries(
    rest.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 2)]),
  );
  return {
    status: Number(line.split(' ')[1]),
    headers,
    body: JSON.parse(body) as Record<string, unknown>,
    text: answer,
  };
}

const SECRET = 'geheimes-token-4711';
describe('what never becomes a request', () => {
  test.each<[string, string, number, string]>([
    ['no HTTP at all', `${SECRET}\r\n\r\n`, 400, 'Die Anfrage ist kein gültiges HTTP.'],
    [
      'a header without a name',
      `GET /api/config HTTP/1.1\r\nHost: x\r\n: ${SECRET}\r\n\r\n`,
      400,
      'Die Anfrage ist kein gültiges HTTP.',
    ],
    [
      'two lengths',
      `POST /api/${SECRET} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na`,
      400,
      'Die Anfrage ist kein gültiges HTTP.',
    ],
    ['no host', `GET /api/config?${SECRET} HTTP/1.1\r\n\r\n`, 400, 'Die Anfrage ist kein gültiges HTTP.'],
    [
      'a head too long',
      `GET /api/config HTTP/1.1\r\nHost: x\r\nX: ${SECRET}${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'Der Kopf der Anfrage ist zu groß. Bitte löschen Sie in Ihrem Browser die Cookies dieser Seite und melden Sie sich neu an. Kommt diese Meldung wieder, hat Ihr Benutzerkonto zu viele Berechtigungen: Bitte wenden Sie sich an den Support.',
    ],
    [
      'an unknown expectation',
      `GET /api/config HTTP/1.1\r\nHost: x\r\nExpect: ${SECRET}\r\n\r\n`,
      417,
      'Die Erwartung im Kopf der Anfrage (Expect) wird nicht unterstützt.',
    ],
  ])('%s is refused in German, with the security headers, telling nothing', async (_, bytes, status, message) => {
    logged.length = 0;
    const answer = read(await talk(bytes));
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: 'ERROR', message, requestId: answer.headers['x-request-id'] });
    expectSecured(answer.headers);
    expect(answer.text + logged.join('')).not.toContain(SECRET);
  });

  test('a request that never ends is refused with 408', async () => {
    const answer = read(await talk('POST /api/price/1/2 HTTP/1.1\r\nHost: x\r\nContent-Le'));
    expect([answer.status, answer.body['message']]).toEqual([408, 'Die Anfrage kam nicht rechtzeitig vollständig an.']);
    expectSecured(answer.headers);
  }, 20_000);

  test('other requests are answered as before', async () => {
    const text = await talk('GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await talk('GET /api/health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

function expectSecured(headers: Record<string, string>): void {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringContaining('camera=()'),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  });
}
