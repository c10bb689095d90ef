import { connect, type Socket } from 'node:net';
import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { testPzn } from '../../../apps/api/test/support/seed.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';
import { until } from '../environment.ts';

const EACH = 60;
const LIST = Array.from({ length: 20_000 }, (_, index) => testPzn(index));
const REQUEST_SECONDS = 5;
/** Twice the time without movement after which a connection is closed, and some more for a busy machine. */
const GIVEN_UP_MS = 60_000;
const WAIT_MS = 60_000;

/** Clients that send or read as slowly as they can, to hold what others need. */
export const slowClients: Fault = {
  name: 'slow-clients',
  title: 'Slow clients: headers, body, reading a list of 20,000 rows',
  rounds: 1,
  async run(environment, rounds) {
    const [large] = await seedPharmacies(environment, 1, LIST);
    const instance = await environment.start({ PORTAL_REQUEST_SECONDS: String(REQUEST_SECONDS) });
    const client = await environment.client(instance);
    const head = [`Host: localhost`, `Authorization: Bearer ${await environment.token('Rolf Rater')}`].join('\r\n');
    const body = `Content-Type: application/json\r\nContent-Length: 100000\r\nCookie: XSRF-TOKEN=${'x'.repeat(43)}\r\nX-XSRF-TOKEN: ${'x'.repeat(43)}`;
    const sent = newSentSaves();
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      const senders = Array.from({ length: EACH }, () => [
        slowSender(instance.port, 'GET /api/config HTTP/1.1\r\nX-Slow: '),
        slowSender(instance.port, `PUT /api/price/${large?.path} HTTP/1.1\r\n${head}\r\n${body}\r\n\r\n{`),
      ]).flat();
      const request = `GET /api/price/${large?.path}/OTC HTTP/1.1\r\n${head}\r\n\r\n`;
      const readers = Array.from({ length: EACH }, () => stuckReader(instance.port, request));
      const begunAt = Date.now();
      const endAt = Date.now() + 10_000;
      const others = async () => {
        while (Date.now() < endAt) {
          const begun = performance.now();
          expect('somebody else', (await client.get('/api/solvena/pharmacies')).status, 200);
          slowest = Math.max(slowest, performance.now() - begun);
          await pause(50);
        }
      };
      const saving = saveOn(
        () => client,
        large as NonNullable<typeof large>,
        sent,
        () => Date.now() < endAt,
      );
      await Promise.all([others(), others(), saving]);
      await until(
        'the portal closes all that send slowly',
        async () => senders.every((socket) => socket.closed),
        WAIT_MS,
      );
      await pause(begunAt + GIVEN_UP_MS - Date.now());
      const rests = await Promise.all(readers.map((reader) => reader.rest()));
      // The others were told that all places of a person are taken (rule 13.18).
      const answered = rests.filter(({ isList }) => isList);
      expectThat('some get lists', answered.length > 0);
      for (const { received, announced } of answered)
        expectThat(`an answer that was not read is cut off: ${received} of ${announced}`, received < announced);
      expectThat('it lives on', !instance.ended);
    }
    expect('saves meanwhile', [...sent.statuses.keys()], [200]);
    const { acknowledged } = await verifySaves(environment.database, sent);
    return {
      runs: rounds,
      seen: `${3 * EACH} slow connections, all closed by the portal; ${acknowledged} saves of others meanwhile, slowest answer ${Math.round(slowest)} ms`,
    };
  },
};

/** Sends the start of a request, then a byte every second. */
function slowSender(port: number, start: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.resume();
  socket.write(start);
  const timer = setInterval(() => socket.write('1'), 1000);
  // The portal cutting it off is what is waited for.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearInterval(timer));
  return socket;
}

/** More than the buffers between the two take in. */
const ANSWERS = 5;

/** Asks for answers and does not read them; `rest` then reads what the portal has let go before it closed. */
function stuckReader(port: number, request: string) {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(request.repeat(ANSWERS));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.pause();
  socket.on('error', () => socket.destroy());
  return {
    rest: async () => {
      socket.resume();
      await until('a connection that nobody reads is closed', async () => socket.closed);
      const answers = Buffer.concat(chunks).toString('latin1');
      const announced = ANSWERS * Number(/content-length: (\d+)/i.exec(answers)?.[1]);
      return { isList: answers.startsWith('HTTP/1.1 200'), received: answers.length, announced };
    },
  };
}
