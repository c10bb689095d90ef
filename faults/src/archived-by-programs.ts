import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@portal/dev/free-ports.ts';
import { commandsOf } from '@portal/dev/pages.ts';
import { serverAccount } from '@portal/dev/postgres/account.ts';
import { ensureDatabase, startCluster } from '@portal/dev/postgres/cluster.ts';
import { runCommands } from '@portal/dev/postgres/installed.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { pause } from '../../apps/api/test/support/api-instance.ts';
import type { ArchivedServer } from './archived.ts';
import { LOGIN, TEMPLATE } from './environment.ts';
import { expect, expectThat } from './expect.ts';

const SCRIPTS = fileURLToPath(new URL('../../docker/database/', import.meta.url));

/** A server with its log archived, backed up and restored by the very commands and scripts of docs/operations.md. */
export async function startArchivedBy(bin: string): Promise<ArchivedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-archived-'));
  await (await serverAccount([tmpdir()])).own(folder);
  const at = (name: string) => join(folder, name);
  await cp(SCRIPTS, at('scripts'), { recursive: true });
  for (const name of ['archive', 'backup']) {
    await mkdir(at(name));
    await (await serverAccount([tmpdir()])).own(at(name));
  }
  const port = await freePort();
  const env = {
    PGDATA: at('data'),
    PGHOST: 'localhost',
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGPASSWORD: 'postgres',
  };
  const scripts = { '/opt/preisportal': at('scripts') };
  const blocks = commandsOf('docs/operations.md', '### To a moment', 6);
  const [cron, setUp, backUp, stop, restore, start] = blocks as [string, string, string, string, string, string];
  // Here without Compose; e2e/src/service runs it in the stead of the container.
  expectThat('the block for cron', /db sh \/opt\S+base-backup.sh$/m.test(cron));
  const run = (commands: string, words: Record<string, string> = {}) =>
    runCommands(commands, { bin, folder, env, words });

  const first = await startCluster({ dataDir: at('data'), port, bin });
  await run(setUp, { ...scripts, '/archive/%f': at('archive/%f') });
  await first.stop();
  const cluster = await startCluster({ dataDir: at('data'), port, bin });
  const template = await ensureDatabase(cluster, TEMPLATE);
  await deployMigrations(template);
  await ensureAppLogin(template, LOGIN);
  const unused = () => Promise.reject(new Error('this server is restored, not stopped'));
  return {
    url: (database) => cluster.url(database),
    stop: unused,
    start: unused,
    async backUp() {
      for (let week = 0; week < 3; week += 1) {
        await pause(1000); // backups are named by the second
        await run(backUp, { ...scripts, '/backup /archive': `${at('backup')} ${at('archive')}` });
      }
      const [oldest = '', newest] = (await readdir(at('backup'))).toSorted();
      expectThat('two backups are kept', newest !== undefined);
      const label = await readFile(join(at('backup'), oldest, 'backup_label'), 'utf8');
      const log = (await readdir(at('archive'))).filter((name) => /^\w{24}\.gz$/.test(name)).toSorted();
      expect('the oldest of the log that is kept', log[0], `${/\(file (\w+)\)/.exec(label)?.[1]}.gz`);
    },
    async restoreTo(moment) {
      const newest = (await readdir(at('backup'))).toSorted().at(-1) ?? '';
      await run(stop);
      await run(restore, {
        '/archive/%f': at('archive/%f'),
        '/backup/2026-11-22T02-00-00Z': join(at('backup'), newest),
        '2026-11-22 14:59:00+01': moment,
      });
      await run(start);
    },
    async close() {
      await run('pg_ctl stop --mode=immediate');
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
