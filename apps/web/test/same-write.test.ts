import { expect, test } from '@jest/globals';
import { joinSameWrite } from '../src/api/same-write.ts';

/** Sends and counts; each answer comes when it is let go. */
function aServer() {
  const open: (() => void)[] = [];
  let sent = 0;
  const send = () => {
    sent += 1;
    const number = sent;
    return new Promise<number>((resolve) => open.push(() => resolve(number)));
  };
  return { send, count: () => sent, answer: () => open.splice(0).forEach((each) => each()) };
}
const post = { method: 'POST', url: '/api/price/exportLogs', body: { changedSince: null } };

// Rule 13.6.
test('two identical writes at once are one, and both get its answer', async () => {
  const server = aServer();
  const store = {};
  const both = [
    joinSameWrite(store, post, server.send),
    joinSameWrite(store, { ...post, body: { changedSince: null } }, server.send),
  ];
  server.answer();
  expect([await Promise.all(both), server.count()]).toEqual([[1, 1], 1]);
  // the next one is another
  const third = joinSameWrite(store, post, server.send);
  server.answer();
  expect(await third).toBe(2);
});

test('a failure is shared too, and the next attempt is sent', async () => {
  const store = {};
  const failing = () => Promise.reject(new Error('offline'));
  const both = [joinSameWrite(store, post, failing), joinSameWrite(store, post, failing)];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await joinSameWrite(store, post, async () => 'sent')).toBe('sent');
});

test('reads, files, other bodies, other stores and other files are sent each', async () => {
  const server = aServer();
  const store = {};
  const form = (name: string) => {
    const body = new FormData();
    body.set('csv', new File(['PZN'], name, { lastModified: 1 }));
    return { method: 'POST', url: '/api/price/lzd/upload/1/t', body };
  };
  const calls = [
    { ...post, method: 'GET' },
    { ...post, method: 'GET' },
    { ...post, file: true },
    { ...post, file: true },
    post,
    { ...post, body: { changedSince: '2026-11-01' } },
    { ...post, url: '/api/other' },
    form('a.csv'),
    form('b.csv'),
  ].map((request) => joinSameWrite(store, request, server.send));
  calls.push(joinSameWrite({}, post, server.send), joinSameWrite(store, form('b.csv'), server.send));
  server.answer();
  const numbers = await Promise.all(calls);
  // the last is the same file again
  expect(server.count()).toBe(10);
  expect(numbers.at(-1)).toBe(numbers.at(-3));
});
