import { startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { createMailbox } from '@portal/dev/mail/mailbox.ts';
import { type MessageKind, writeMessage } from '@portal/api/modules/outbox/messages.ts';
import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { startTaskReceiver } from '../../../apps/api/test/support/task-receiver.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { type Environment, until } from '../environment.ts';

const EACH = 40;
const KINDS = 2;

/** The process is killed while it sends mails and messages; each arrives, and arrives twice at most once a kill and kind. */
export const killDelivery: Fault = {
  name: 'kill-delivery',
  title: 'kill -9 during the delivery of mail and messages',
  rounds: 6,
  async run(environment, rounds) {
    await write(environment);
    const mails = await startMailCatcher({ port: 0, mailbox: createMailbox({ most: 10_000 }) });
    const tasks = await startTaskReceiver(15);
    const settings = { PORTAL_SMTP_URL: mails.smtpUrl, PORTAL_TASKS_URL: tasks.url };
    let killed = 0;
    try {
      for (; killed < rounds && (await waiting(environment)) > 0; killed++) {
        const before = await waiting(environment);
        const instance = await environment.start(settings, { ready: false });
        await until('deliveries have begun', async () => (await waiting(environment)) < before || instance.ended);
        await pause(Math.random() * 60);
        await environment.kill(instance);
        await letLeasesRunOut(environment);
      }
      await environment.start(settings);
      await until('all is delivered', async () => (await waiting(environment)) === 0, 60_000);
      const ids = await environment.database.prisma.outbox.findMany({ select: { messageId: true, status: true } });
      const arrived = [...tasks.received, ...mails.mailbox.list().map(({ mail }) => idOf(mail.messageId))];
      expect('statuses', [...new Set(ids.map(({ status }) => status))], ['sent']);
      expect('messages that arrived', new Set(arrived), new Set(ids.map(({ messageId }) => messageId)));
      const twice = arrived.length - ids.length;
      expectThat(`no more repetitions than kills: ${twice}`, twice <= KINDS * killed);
      return {
        runs: killed,
        seen: `${ids.length} messages, all arrived; ${twice} of them once more, under the same id`,
      };
    } finally {
      await mails.close();
      await tasks.close();
    }
  },
};

const idOf = (header = '') => /^<([^@]+)@/.exec(header)?.[1] ?? header;

async function write({ database }: Environment): Promise<void> {
  const at = new Date();
  const until = at.toISOString();
  const put = (kind: MessageKind, payload: object) =>
    writeMessage(database.pool, { kind, at, payload: payload as Parameters<typeof writeMessage>[1]['payload'] });
  for (let n = 1; n <= EACH; n++) {
    await put('logExport', {
      to: `petra.hahn.${n}@example.com`,
      name: 'Petra Hahn',
      since: until,
      until,
      actor: 'petra',
    });
    await put('taskClosed', {
      outcome: 'approved',
      closedAt: until,
      closedBy: 'System',
      task: { kind: 'MDP', importId: n, productGroup: 'OTC' },
      pharmacy: { apoId: n, crmCompanyId: n },
    });
  }
}

const waiting = ({ database }: Environment) => database.prisma.outbox.count({ where: { status: 'waiting' } });

/** What a killed process had taken is free again after five minutes; they pass here. */
async function letLeasesRunOut({ database }: Environment): Promise<void> {
  await database.pool.query(`UPDATE outbox SET leased_until = now() - interval '1 second' WHERE lease IS NOT NULL`);
}
