import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { bodyBounds, ENDPOINTS } from '@portal/contracts';
import express, { type Request, type Response } from 'express';
import fc from 'fast-check';
import { readBody } from '../../src/http/read-body.ts';
import { sendPieces } from '../../src/http/send-pieces.ts';
import { receiveUpload } from '../../src/http/upload.ts';
import { createBodyMemory } from '../../src/limits/body-memory.ts';
import { withLowestRate } from '../../src/limits/lowest-rate.ts';
import {
  createSemaphore,
  OUTSIDE,
  type ReleaseSlot,
  type Semaphore,
  type SlotHolder,
} from '../../src/limits/semaphore.ts';

describe('slots', () => {
  const met = (limit: string) => expect.objectContaining({ name: 'NoSlotError', limit });

  describe('a semaphore', () => {
    test('refuses at once what has neither a slot nor room to wait', async () => {
      const semaphore = createSemaphore({ slots: 1 });
      const release = await semaphore.acquire();
      expect(() => semaphore.acquire()).toThrow(met('all'));
      release();
      release(); // a second call gives nothing back
      await semaphore.acquire();
      expect(() => semaphore.acquire()).toThrow(met('all'));
    });

    test('counts per person and per pharmacy', () => {
      const semaphore = createSemaphore({ slots: 10, perPharmacy: 3, perPerson: 2 });
      const [anna, bert, carl] = ['anna', 'bert', 'carl'].map((person) => ({ person, pharmacy: 7 }));
      void semaphore.acquire(anna);
      void semaphore.acquire(anna);
      expect(() => semaphore.acquire(anna)).toThrow(met('person'));
      void semaphore.acquire(bert);
      expect(() => semaphore.acquire(carl)).toThrow(met('pharmacy'));
      expect(() => semaphore.acquire({ ...bert, pharmacy: 8 })).not.toThrow();
    });

    test('counts units', () => {
      const semaphore = createSemaphore({ slots: 100, perPerson: 60 });
      void semaphore.acquire({ person: 'anna' }, { units: 60 });
      expect(() => semaphore.acquire({ person: 'anna' }, { units: 1 })).toThrow(met('person'));
      expect(() => semaphore.acquire({ person: 'bert' }, { units: 41 })).toThrow(met('all'));
      void semaphore.acquire({ person: 'bert' }, { units: 40 });
      expect(semaphore.load()).toEqual({ taken: 100, waiting: 0 });
    });

    /** Takes a slot under a name and keeps the order in which names were served. */
    function recorder(semaphore: Semaphore) {
      const order: string[] = [];
      const releases: ReleaseSlot[] = [];
      const ask = (name: string, holder: SlotHolder, units = 1) => {
        const served = (release: ReleaseSlot) => {
          order.push(name);
          releases.push(release);
        };
        return Promise.resolve(semaphore.acquire(holder, { units })).then(served);
      };
      /** Gives back one slot after the other until nobody waits. */
      const drain = async () => {
        for (let turns = 0; turns < 500 && (releases.length > 0 || semaphore.load().waiting > 0); turns += 1) {
          releases.shift()?.();
          await Promise.resolve();
          await Promise.resolve();
        }
      };
      return { order, ask, drain };
    }

    // Rule 13.18.
    test('serves those that wait pharmacy by pharmacy, and in each person by person', async () => {
      const semaphore = createSemaphore({ slots: 1, queue: 99 });
      const { order, ask, drain } = recorder(semaphore);
      const all = [ask('first', { person: 'anna', pharmacy: 7 })];
      for (const n of [1, 2, 3]) all.push(ask(`anna ${n}`, { person: 'anna', pharmacy: 7 }));
      for (const n of [1, 2]) all.push(ask(`bert ${n}`, { person: 'bert', pharmacy: 7 }));
      for (const n of [1, 2]) all.push(ask(`carl ${n}`, { person: 'carl', pharmacy: 8 }));
      all.push(ask('job', {}));
      await drain();
      await Promise.all(all);
      expect(order).toEqual('first, anna 1, carl 1, job, bert 1, carl 2, anna 2, bert 2, anna 3'.split(', '));
    });

    test('lets others pass one whose own limit is met', async () => {
      const semaphore = createSemaphore({ slots: 2, perPerson: 1, queue: 5 });
      const { order, ask, drain } = recorder(semaphore);
      const anna = await semaphore.acquire({ person: 'anna' });
      const bert = await semaphore.acquire({ person: 'bert' });
      const all = [ask('anna again', { person: 'anna' }), ask('carl', { person: 'carl' })];
      bert();
      await all[1];
      expect(order).toEqual(['carl']);
      anna();
      await drain();
      expect(order).toEqual(['carl', 'anna again']);
      expect(semaphore.load()).toEqual({ taken: 0, waiting: 0 });
    });

    test('gives who held a slot for long his next one as much later, and his slot to others at once', async () => {
      const semaphore = createSemaphore({ slots: 1, perPerson: 1, queue: 9, restFromMs: 20 });
      const release = await semaphore.acquire({ person: 'anna' });
      await pause(120);
      const { order, ask, drain } = recorder(semaphore);
      const all = [ask('anna again', { person: 'anna' }), ask('bert', { person: 'bert' })];
      const began = performance.now();
      release();
      await all[1];
      await drain();
      expect(order).toEqual(['bert']);
      await all[0];
      expect(performance.now() - began).toBeGreaterThan(80);
      await drain();
      const quick = await semaphore.acquire({ person: 'carl' });
      quick();
      (await semaphore.acquire({ person: 'carl' }))();
      expect(semaphore.load()).toEqual({ taken: 0, waiting: 0 });
    });

    test('lets nobody rest for longer than two seconds', async () => {
      jest.useFakeTimers();
      try {
        const semaphore = createSemaphore({ slots: 1, perPerson: 1, queue: 9, restFromMs: 20 });
        const release = await semaphore.acquire({ person: 'anna' });
        await jest.advanceTimersByTimeAsync(60_000);
        release();
        const { order, ask } = recorder(semaphore);
        const again = ask('anna again', { person: 'anna' });
        await jest.advanceTimersByTimeAsync(1_990);
        expect(order).toEqual([]);
        await jest.advanceTimersByTimeAsync(20);
        await again;
        expect(order).toEqual(['anna again']);
      } finally {
        jest.useRealTimers();
      }
    });

    test('lets nobody pass one that needs all slots together, so that small ones do not starve it', async () => {
      const semaphore = createSemaphore({ slots: 3, queue: 9 });
      const { order, ask, drain } = recorder(semaphore);
      const small = await semaphore.acquire({ person: 'anna' });
      const all = [ask('all three', { person: 'bert' }, 3), ask('small', { person: 'carl' })];
      await Promise.resolve();
      expect(order).toEqual([]); // two slots are free
      small();
      await Promise.resolve();
      await drain();
      await Promise.all(all);
      expect(order).toEqual(['all three', 'small']);
    });

    test('serves those behind one that leaves', async () => {
      const semaphore = createSemaphore({ slots: 3, queue: 9 });
      const small = await semaphore.acquire({ person: 'anna' });
      const client = new AbortController();
      const large = Promise.resolve(semaphore.acquire({ person: 'bert' }, { units: 3, signal: client.signal }));
      const behind = Promise.resolve(semaphore.acquire({ person: 'carl' }));
      client.abort(new Error('the client left'));
      await expect(large).rejects.toThrow('the client left');
      (await behind)();
      small();
      expect(semaphore.load()).toEqual({ taken: 0, waiting: 0 });
    });

    test('gives accounts without a pharmacy their own, smaller share together', () => {
      const semaphore = createSemaphore({ slots: 10, perPharmacy: 3, outside: 1 });
      void semaphore.acquire({ person: 'anna', pharmacy: OUTSIDE });
      expect(() => semaphore.acquire({ person: 'bert', pharmacy: OUTSIDE })).toThrow(met('pharmacy'));
      for (let n = 0; n < 3; n += 1) void semaphore.acquire({ person: 'carl', pharmacy: 7 });
      expect(() => semaphore.acquire({ person: 'carl', pharmacy: 7 })).toThrow(met('pharmacy'));
    });

    test('tells a late caller whether it is his own share that he waited for', async () => {
      const semaphore = createSemaphore({ slots: 2, perPharmacy: 1, queue: 9, maxWaitMs: 20 });
      void semaphore.acquire({ person: 'anna', pharmacy: 7 });
      const own = Promise.resolve(semaphore.acquire({ person: 'bert', pharmacy: 7 }));
      void semaphore.acquire({ person: 'carl', pharmacy: 8 });
      const others = Promise.resolve(semaphore.acquire({ person: 'dora', pharmacy: 9 }));
      await expect(own).rejects.toEqual(met('pharmacy'));
      await expect(others).rejects.toEqual(met('wait'));
    });

    test('one pharmacy that keeps asking never makes another wait for more than one of its turns', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 4 }), async (many, persons) => {
          const semaphore = createSemaphore({ slots: 1, queue: Infinity });
          const { order, ask, drain } = recorder(semaphore);
          const all = [ask('7', { person: 'p0', pharmacy: 7 })];
          for (let n = 0; n < many; n += 1) all.push(ask('7', { person: `p${n % persons}`, pharmacy: 7 }));
          all.push(ask('8', { person: 'carl', pharmacy: 8 }));
          await drain();
          await Promise.all(all);
          expect(order.indexOf('8')).toBeLessThanOrEqual(2);
        }),
      );
    });

    test('bounds its queue in all, per person and in time, and is left by callers that are gone', async () => {
      const semaphore = createSemaphore({ slots: 1, queue: 2, queuePerPerson: 1, maxWaitMs: 20 });
      const release = await semaphore.acquire({ person: 'anna' });
      const late = Promise.resolve(semaphore.acquire({ person: 'anna' }));
      expect(() => semaphore.acquire({ person: 'anna' })).toThrow(met('person'));
      const client = new AbortController();
      const gone = Promise.resolve(semaphore.acquire({ person: 'bert' }, { signal: client.signal }));
      expect(() => semaphore.acquire({ person: 'carl' })).toThrow(met('all'));
      client.abort(new Error('the client left'));
      await expect(gone).rejects.toThrow('the client left');
      await expect(late).rejects.toEqual(met('wait'));
      release();
      expect(semaphore.load()).toEqual({ taken: 0, waiting: 0 });
      await expect(semaphore.acquire({}, { signal: client.signal })).rejects.toThrow('the client left');
    });

    test('bounds what waits for one pharmacy, so that its people leave room to others', async () => {
      const semaphore = createSemaphore({ slots: 1, queue: 9, queuePerPharmacy: 2 });
      const release = await semaphore.acquire({ person: 'anna', pharmacy: 7 });
      const waiting = ['bert', 'carl'].map((person) => semaphore.acquire({ person, pharmacy: 7 }));
      expect(() => semaphore.acquire({ person: 'dora', pharmacy: 7 })).toThrow(met('pharmacy'));
      const other = semaphore.acquire({ person: 'emil', pharmacy: 8 });
      release();
      const [bert, carl] = waiting;
      for (const each of [bert, other, carl]) (await each)?.();
      expect(semaphore.load()).toEqual({ taken: 0, waiting: 0 });
    });

    test('never holds more than its limits, serves everybody in the end, and forgets whom it has served', async () => {
      const holder: fc.Arbitrary<SlotHolder> = fc.record({
        person: fc.constantFrom('anna', 'bert', 'carl'),
        pharmacy: fc.constantFrom(1, 2),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(holder, fc.boolean()), { maxLength: 60 }), async (steps) => {
          const semaphore = createSemaphore({ slots: 4, perPharmacy: 3, perPerson: 2, queue: Infinity });
          const held: { holder: SlotHolder; release: ReleaseSlot }[] = [];
          const all: Promise<void>[] = [];
          const check = () => {
            expect(held.length).toBeLessThanOrEqual(4);
            for (const pharmacy of [1, 2])
              expect(held.filter((each) => each.holder.pharmacy === pharmacy).length).toBeLessThanOrEqual(3);
            for (const person of ['anna', 'bert', 'carl'])
              expect(held.filter((each) => each.holder.person === person).length).toBeLessThanOrEqual(2);
            expect(semaphore.load().taken).toBeGreaterThanOrEqual(held.length);
          };
          for (const [each, releasesOne] of steps) {
            all.push(
              Promise.resolve(semaphore.acquire(each)).then((release) => {
                held.push({ holder: each, release });
                check();
              }),
            );
            await Promise.resolve();
            if (releasesOne) held.shift()?.release();
          }
          for (let turn = 0; turn < steps.length * 3; turn += 1) {
            held.shift()?.release();
            await Promise.resolve();
          }
          await Promise.all(all);
          for (const { release } of held.splice(0)) release();
          expect(semaphore.load()).toEqual({ taken: 0, waiting: 0 });
        }),
      );
    });
  });
});

describe('the lowest rate', () => {
  const RATE = { windowMs: 300, bytes: 1_000 };
  const FORM = '--b\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nPZN;True';
  const form = { type: 'multipart/form-data; boundary=b', begun: FORM };
  const json = { type: 'application/json', begun: '{"products":[' };

  /** What becomes of a body of 5,000 bytes that a client sends a piece of every 100 ms. */
  async function receive({ type, begun }: { type: string; begun: string }, piece: number): Promise<unknown> {
    const ended = Promise.withResolvers<unknown>();
    const share = createBodyMemory().share({});
    const app = express().post('/', (request: Request, response: Response) => {
      const read = () =>
        type === json.type
          ? readBody(request, bodyBounds(ENDPOINTS.savePriceList), share)
          : receiveUpload('csv', request, response);
      ended.resolve(withLowestRate<unknown>(request, RATE, read).catch((error: unknown) => error));
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n${begun}`);
    let isOver = false;
    void ended.promise.then(() => {
      isOver = true;
    });
    for (let sent = begun.length; sent < 5_000 && !isOver; sent += piece) {
      await pause(100);
      socket.write(' '.repeat(Math.min(piece, 5_000 - sent)));
    }
    const outcome = await ended.promise;
    socket.destroy();
    server.close();
    return outcome;
  }

  test.each([
    ['a form', form],
    ['JSON', json],
  ])('%s that comes too slowly is ended with 408, one byte or none at a time', async (_, body) => {
    const slow = { httpStatus: 408, message: expect.stringMatching(/^Die Daten kommen zu langsam an\./) };
    expect(await receive(body, 1)).toMatchObject(slow);
    expect(await receive(body, 0)).toMatchObject(slow);
  });

  test.each([
    ['a form', form],
    ['JSON', json],
  ])('%s that comes as fast as it has to is read to its end', async (_, body) => {
    // 2,000 bytes a window; what is read is neither a whole form nor whole JSON, and that is what is said of it
    expect(await receive(body, 700)).toMatchObject({ httpStatus: 400 });
  });

  test('an answer that nobody reads ends its call, one that is read does not', async () => {
    const ended = Promise.withResolvers<void>();
    async function* pieces() {
      for (let n = 0; n < 400; n += 1) yield Buffer.alloc(64 * 1024, 'x');
    }
    const app = express().get('/', async (_request, response) => {
      await sendPieces(response, pieces(), { windowMs: 1_000, bytes: 1_000 });
      if (response.destroyed) ended.resolve();
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const stuck = connect(port, '127.0.0.1').on('error', () => undefined);
    stuck.pause();
    stuck.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await ended.promise;
    const read = await fetch(`http://127.0.0.1:${port}/`);
    expect((await read.arrayBuffer()).byteLength).toBe(400 * 64 * 1024);
    stuck.destroy();
    server.close();
  });
});
