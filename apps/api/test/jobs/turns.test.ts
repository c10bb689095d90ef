import { expect, test } from '@jest/globals';
import { startJobs } from '../../src/jobs/schedule.ts';
import type { Senders } from '../../src/modules/outbox/deliver-messages.ts';
import { type MessageKind, type MessagePayloads, writeMessage } from '../../src/modules/outbox/messages.ts';
import { notingSenders } from '../outbox/support.ts';
import { pause } from '../support/api-instance.ts';
import { startPortal } from '../support/portal.ts';

const NOW = '2026-03-16T00:00:00Z';
const TASK = {
  outcome: 'approved',
  closedAt: NOW,
  closedBy: 'System',
  task: { kind: 'MDP', importId: 1, productGroup: 'OTC' },
  pharmacy: { apoId: 1, crmCompanyId: 2 },
} as const;

test('messages of a night that does not end are sent in turns: the job is not overdue, and mails that come meanwhile go out', async () => {
  const portal = await startPortal(NOW);
  const { pool } = portal.database;
  const write = <Kind extends MessageKind>(kind: Kind, payload: MessagePayloads[Kind]) =>
    writeMessage(pool, { kind, payload, at: portal.clock.now() });
  const ended = async () =>
    (await pool.query(`SELECT FROM job_run WHERE name = 'deliveries' AND finished_at IS NOT NULL`)).rowCount === 1;
  const mails = notingSenders();
  let goesOn = true;
  let brokenOff = 0;
  const senders: Senders = {
    ...mails,
    // As long as packages are approved there is always a next one.
    async taskClosed(_, signal) {
      await pause(20);
      if (signal.aborted) brokenOff += 1;
      if (goesOn) await write('taskClosed', TASK);
    },
  };
  await write('taskClosed', TASK);
  const jobs = startJobs({ ...portal.deps, senders }, { turnMs: 100 });
  try {
    await pause(200);
    const actor = { to: 'a@portal.example', name: 'A', since: null, until: NOW, actor: 'a' };
    await write('logExport', actor);
    const patience = AbortSignal.timeout(10_000);
    while (!patience.aborted && !(mails.sent.length === 1 && (await ended()))) await pause(20);
    expect([mails.sent.length, await ended()]).toEqual([1, true]);
    expect(brokenOff).toBe(0);
  } finally {
    goesOn = false;
    await jobs.stop();
    await portal.close();
  }
}, 60_000);
