import { startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { createMailbox } from '@portal/dev/mail/mailbox.ts';
import { writeMessage } from '@portal/api/modules/outbox/messages.ts';
import { seedUpdate } from '../../../apps/api/test/price-updates/support.ts';
import type { ApiInstance } from '../../../apps/api/test/support/api-instance.ts';
import { startTaskReceiver } from '../../../apps/api/test/support/task-receiver.ts';
import { MOMENTS, openCommitTrap } from '../commit-trap.ts';
import { type Environment, until } from '../environment.ts';
import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { PZNS, seedPharmacies } from '../sent-saves.ts';

/** Mails that two instances share; one of them dies at its first. */
const MAILS = 12;

/**
 * The process is killed just before, during and just after the COMMIT of an approval, and then while it hands a mail to the mail server, before
 * and after that one has taken it, beside an instance that goes on. A message exists exactly when its approval does, and arrives once; only the mail
 * that was taken before the kill arrives twice.
 */
export const killCommit: Fault = {
  name: 'kill-commit',
  title: 'kill -9 around the COMMIT of an approval, and while a mail is handed over, two instances',
  rounds: 3,
  async run(environment, rounds) {
    const approvals = await aroundCommit(environment, rounds);
    const mails = await aroundHandingOver(environment, rounds);
    return { runs: rounds * (MOMENTS.length + 2), seen: `${approvals}; ${mails}` };
  },
};

async function aroundCommit(environment: Environment, rounds: number): Promise<string> {
  const [pharmacy] = await seedPharmacies(environment, 1);
  if (!pharmacy) throw new Error('no pharmacy');
  const { prisma } = environment.database;
  const address = new URL(environment.appUrl);
  const trap = await openCommitTrap(Number(address.port));
  address.port = String(trap.port);
  const tasks = await startTaskReceiver();
  const settings = { PORTAL_TASKS_URL: tasks.url };
  const seen = { before: 0, during: 0, after: 0 };
  try {
    const other = await environment.start(settings);
    for (let round = 0; round < rounds; round++) {
      for (const moment of MOMENTS) {
        const price = (5 + (round * 3 + MOMENTS.indexOf(moment)) / 100).toFixed(2);
        const id = await seedUpdate(
          environment.database,
          pharmacy,
          'MDP',
          PZNS.map((pzn) => ({ pzn, truePrice: price })),
        );
        const path = `/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`;
        const instance = await environment.start({ ...settings, DATABASE_URL: address.href });
        // The turns that begin with a process are over: the COMMIT that comes next is the approval's.
        await until('nothing waits', async () => (await waiting(environment)) === 0 && (await isIdle(environment)));
        const client = await environment.client(instance);
        const killed = trap.arm(moment, () => instance.end('SIGKILL'));
        const status = await client.put(path, { products: [] }).then(
          (answer) => answer.status,
          () => 'broken off',
        );
        await killed;
        expect(`the answer to an approval killed ${moment} its COMMIT`, status, 'broken off');
        const { status: stands } = await prisma.priceUpdate.findFirstOrThrow({ where: { id } });
        expect(`status of a package killed ${moment} COMMIT`, stands, moment === 'before' ? 0 : 1);
        expect('price changes', await prisma.priceChange.count({ where: { newPrice: price } }), stands * PZNS.length);
        expect('messages', (await messageIdsOf(environment, id)).length, stands);
        if (stands === 1) seen[moment] += 1;
        const again = await (await environment.client(other)).put(path, { products: [] });
        expect('the same approval again', again.status, stands === 1 ? 409 : 200);
      }
    }
    const last = await environment.start(settings);
    await until('all is delivered', async () => (await waiting(environment)) === 0, 60_000);
    await Promise.all([other.end('SIGTERM'), last.end('SIGTERM')]);
    const ids = (await prisma.outbox.findMany({ select: { messageId: true } })).map(({ messageId }) => messageId);
    expect('messages, one an approval', ids.length, rounds * MOMENTS.length);
    expect('messages that arrived', tasks.received.toSorted(), ids.toSorted());
    return `of ${rounds} approvals each killed before, during and after COMMIT ${seen.before}, ${seen.during} and ${seen.after} were done, each told once`;
  } finally {
    await trap.close();
    await tasks.close();
  }
}

async function aroundHandingOver(environment: Environment, rounds: number): Promise<string> {
  const mailbox = createMailbox({ most: 10_000 });
  /** The process that is to die at its first mail, and whether the mail server takes that one all the same. */
  let victim: { instance?: ApiInstance; takes: boolean; at?: string } = { takes: false };
  const steady = await startMailCatcher({ port: 0, mailbox });
  const deadly = await startMailCatcher({
    port: 0,
    mailbox,
    refuse: ([to]) => {
      if (victim.at || !victim.instance) return undefined;
      victim.at = to ?? '';
      victim.instance.child.kill('SIGKILL');
      return victim.takes ? undefined : { code: 451, text: 'not now' };
    },
  });
  const twice: string[] = [];
  const started: ApiInstance[] = [];
  const expected: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const takes of [false, true]) {
        let written = 0;
        const write = async (count: number) => {
          for (const end = written + count; written < end; written++) {
            const to = `hahn.${round}.${takes ? 'b' : 'a'}.${written}@example.com`;
            expected.push(to);
            await writeMail(environment, to);
          }
        };
        await write(MAILS);
        victim = { takes };
        const instance = await environment.start({ PORTAL_SMTP_URL: deadly.smtpUrl }, { ready: false });
        victim.instance = instance;
        started.push(await environment.start({ PORTAL_SMTP_URL: steady.smtpUrl }, { ready: false }));
        // The other one may have been quicker with all of them, so there is always one more.
        await until('the process has died', async () => {
          if (!instance.ended && (await waiting(environment)) === 0) await write(1);
          return instance.ended;
        });
        if (takes && victim.at) twice.push(victim.at);
        // The lease of the dead one runs out; nobody else's.
        await environment.database.pool.query(
          `UPDATE outbox SET leased_until = now() - interval '1 second' WHERE payload ->> 'to' = $1 AND status = 'waiting'`,
          [victim.at],
        );
        await until('all is delivered', async () => (await waiting(environment)) === 0, 60_000);
      }
    }
    const arrived = mailbox.list().map(({ to }) => to[0] ?? '');
    expect('mails that arrived', arrived.toSorted(), [...expected, ...twice].toSorted());
    const ids = mailbox.list().map(({ mail }) => mail.messageId);
    expect('ids of all mails', new Set(ids).size, expected.length);
    return `${expected.length} mails all arrived; those ${twice.length} that were taken before the kill once more, under the same id, no other`;
  } finally {
    await Promise.all(started.map((instance) => instance.end('SIGTERM')));
    await steady.close();
    await deadly.close();
  }
}

async function writeMail({ database }: Environment, to: string): Promise<void> {
  const at = new Date();
  const until = at.toISOString();
  const payload = { to, name: 'Petra Hahn', since: until, until, actor: 'petra' };
  await writeMessage(database.pool, { kind: 'logExport', at, payload });
}

async function messageIdsOf({ database }: Environment, id: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT message_id AS id FROM outbox WHERE (payload #>> '{task,importId}')::int = $1`,
    [id],
  );
  return rows.map((row) => row.id);
}

const waiting = ({ database }: Environment) => database.prisma.outbox.count({ where: { status: 'waiting' } });

/** No process is at work in the database. */
async function isIdle({ database }: Environment): Promise<boolean> {
  const { rows } = await database.pool.query<{ idle: boolean }>(
    `SELECT count(*) = 0 AS idle FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'preisportal-api%' AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.idle ?? false;
}
