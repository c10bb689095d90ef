import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { freePort } from '@portal/dev/free-ports.ts';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';

const XSRF = 'x'.repeat(43);
/** Between two rounds of the people at work. */
const ROUND_MS = 100;

export type Attacker = { readonly client: HttpClient; readonly token: string };

/** A request whose body is announced and not sent to its end. */
export type HalfSent = { readonly socket: Socket; readonly status: Promise<number> };

/** A real api process, three accounts of one pharmacy that attack it, and the owner of another one who works meanwhile. */
export async function openAttackStage(temporary: string) {
  const portal = await startPortal();
  const [attacked, pharmacy] = [await seedPharmacy(portal.database, 1), await seedPharmacy(portal.database, 2)];
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1), name: 'Salbe', calculated: '5.00' }]);
  const metricsPort = await freePort();
  const instance: ApiInstance = await startInstance(
    instanceSettings(portal, {
      TMPDIR: temporary,
      PORTAL_METRICS_PORT: String(metricsPort),
      // What 34 uploads of 508 KB filled.
      NODE_OPTIONS: '--max-old-space-size=300',
    }),
  );
  const signIn = async (name: string, roles: string[]): Promise<Attacker> => {
    const token = await portal.issuer.token(claimsOf(name, roles), { expiresIn: 3_600 });
    return { token, client: httpClient(instance.url, token) };
  };
  const customer = (name: string, { crmCompanyId }: { crmCompanyId: number }) =>
    signIn(name, ['solvena_customer', `TP_user_${crmCompanyId}`]);
  const attackers = await Promise.all(['Rolf', 'Ralf', 'Rudi'].map((name) => customer(name, attacked)));
  const engine = await signIn('Pricing Engine', ['pricing_engine']);
  const owner = await customer('Änne Großmann', pharmacy);
  const listPath = `/api/price/${pharmacy.crmCompanyId}/${pharmacy.token}`;

  let cents = 500;
  const round = async () => {
    cents += 1;
    const before = performance.now();
    const saved = await owner.client.put(listPath, {
      products: [{ pzn: testPzn(1), priceEdit: cents / 100, editedPermanent: false, editedIgnore: false }],
    });
    const between = performance.now();
    const read = await owner.client.get(`${listPath}/OTC`);
    return {
      statuses: [saved.status, read.status],
      ms: Math.max(between - before, performance.now() - between),
    };
  };

  return {
    instance,
    attackers,
    engine,
    owner,
    pharmacy,
    attacked,

    /** How long the slowest of the owner's saves of 100 bytes and readings took while `attack` was under way, and every status there was. */
    async workDuring<T>(attack: () => Promise<T>) {
      await round();
      const attacking = attack();
      let isOver = false;
      const over = attacking.finally(() => {
        isOver = true;
      });
      over.catch(() => undefined);
      const statuses = new Set<number>();
      let slowestMs = 0;
      do {
        const { statuses: found, ms } = await round();
        for (const status of found) statuses.add(status);
        slowestMs = Math.max(slowestMs, ms);
        await pause(ROUND_MS);
      } while (!isOver);
      return { result: await attacking, statuses: [...statuses], slowestMs };
    },

    /** Sends the head of a request and the beginning of its body, and nothing more. */
    halfSend(
      who: Attacker,
      path: string,
      body: { type: string; announced: number; sent: Buffer; method?: string },
    ): HalfSent {
      const socket = connect(instance.port, '127.0.0.1');
      socket.on('error', () => undefined);
      const status = new Promise<number>((resolve) => {
        socket.once('data', (bytes: Buffer) =>
          resolve(Number(/^HTTP\/1.1 (\d+)/.exec(bytes.toString('latin1'))?.[1] ?? 0)),
        );
        socket.once('close', () => resolve(0));
      });
      socket.write(
        [
          `${body.method ?? 'POST'} ${path} HTTP/1.1`,
          'Host: localhost',
          `Authorization: Bearer ${who.token}`,
          `Cookie: XSRF-TOKEN=${XSRF}`,
          `X-XSRF-TOKEN: ${XSRF}`,
          `Content-Type: ${body.type}`,
          `Content-Length: ${body.announced}`,
          '',
          '',
        ].join('\r\n'),
      );
      socket.write(body.sent);
      return { socket, status };
    },

    async metric(name: string): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1));
    },

    /** Bytes of all uploads on the disk. */
    async onDisk(): Promise<number> {
      const root = join(temporary, `preisportal-uploads-${userInfo().uid}`);
      let bytes = 0;
      for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
        const found = await stat(join(root, name)).catch(() => undefined);
        if (found?.isFile()) bytes += found.size;
      }
      return bytes;
    },

    async close() {
      await instance.end('SIGKILL');
      await portal.close();
    },
  };
}
export type AttackStage = Awaited<ReturnType<typeof openAttackStage>>;

const BOUNDARY = 'b';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** A form with a file, its end only where `isWhole`. */
export function formOf(file: Buffer, fields: Readonly<Record<string, string>>, { isWhole = true } = {}): Buffer {
  return Buffer.concat([
    Buffer.from(
      `${Object.entries(fields)
        .map(([name, value]) => field(name, value))
        .join('')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="csv"; filename="a.xlsx"\r\n\r\n`,
    ),
    file,
    Buffer.from(isWhole ? `\r\n--${BOUNDARY}--\r\n` : ''),
  ]);
}

/** A request that is sent whole. */
export function sendWhole(
  stage: AttackStage,
  who: Attacker,
  path: string,
  body: { type: string; bytes: Buffer },
): HalfSent {
  return stage.halfSend(who, path, { type: body.type, announced: body.bytes.length, sent: body.bytes });
}
