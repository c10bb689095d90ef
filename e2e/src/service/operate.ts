import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandIn, commandsOf, withWords } from '@portal/dev/pages.ts';
import type { Call } from './calls.ts';
import { type Check, until } from './checks.ts';
import type { Stage } from './stage.ts';

/** How the owner of the first pharmacy signs in, the pharmacy's path, and the functions of docs/first-day.md. */
export type Owner = { readonly path: string; readonly functions: string; enter(): Promise<Call> };

const ROOT = resolve(import.meta.dirname, '../../..');
const PZN = '06578823';

/** What an operator does after the first day, by the commands of docs/docker.md and docs/operations.md. */
export async function operate(stage: Stage, owner: Owner, check: Check): Promise<void> {
  const at = (name: string) => join(stage.folder, name);
  const run = async (name: string, commands: string, typed?: readonly string[]) => {
    const { code, output } = await stage.runCommands(`${owner.functions}\n${commands}`, typed);
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${commands}\n${output}`);
    check(name, code, 0);
    return output;
  };
  const enter = (name: string, value: string) => {
    const text = readFileSync(at('production.env'), 'utf8');
    writeFileSync(
      at('production.env'),
      text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
    );
  };
  const started = stage.started.length;
  const sinceThen = () => stage.started.slice(started);
  const blocks = commandsOf('docs/docker.md', '## Production', 4);
  const [start, release, backUp, back] = blocks as [string, string, string, string];

  copyFileSync(at('production.env'), at('filled.env'));
  const seen = await run('production', withWords(start, { '# and fill it in': '\ncp filled.env production.env # ' }));
  check('all runs', seen.trim().split('\n').slice(-4), ['db', 'identity', 'portal', 'portal-2']);
  check('nothing is replaced by what it is already', sinceThen(), []);

  const [administrator = ''] = commandsOf('docs/operations.md', '## Change secrets and keys', 1);
  const password = secret();
  await run("Keycloak's administrator", administrator, [stage.settings().KEYCLOAK_ADMIN_PASSWORD ?? '', password]);
  const asBefore = await stage.runCommands(`${owner.functions}\ntools people people.csv --check`);
  check('the former password is refused', asBefore.code, 2);
  enter('KEYCLOAK_ADMIN_PASSWORD', password);
  await run('the new one is taken', 'tools people people.csv --check');
  await inCheckout(stage, run);

  const superuser = secret();
  const statement = commandIn('docs/operations.md', "ALTER ROLE postgres PASSWORD '…'");
  const psql = `${commandIn('docs/operations.md', 'portal exec db psql')} <<< `;
  await run('the superuser', `${psql}"${withWords(statement, { '…': superuser })}"`);
  enter('POSTGRES_PASSWORD', superuser);

  await run('a new release', release);
  check('one portal after the other', sinceThen(), ['portal', 'portal-2']);

  await run('both databases backed up', backUp);
  enter('KEYCLOAK_DATABASE_PASSWORD', secret());
  await run("Keycloak's comes back", back);
  check('with its password', sinceThen(), ['portal', 'portal-2', 'identity']);
  const again = await owner.enter();
  check('people sign in as before', (await again('GET', '/api/solvena/userData')).userName, 'Anna Berger');

  const [cron = '', , , stop, restore, resume] = commandsOf('docs/operations.md', '### To a moment', 6);
  await restorePortal();
  await run('a base backup by cron', cron);
  await restoreToMoment(stop ?? '', restore ?? '', resume ?? '');

  function save(priceEdit: number) {
    const products = [{ pzn: PZN, priceEdit, editedPermanent: false, editedIgnore: false }];
    return again('PUT', `/api/price/${owner.path}`, { products });
  }

  async function ask(sql: string): Promise<string> {
    const name = stage.settings().PORTAL_DATABASE_NAME || 'portal';
    const psql = `${owner.functions}\nportal exec --no-TTY db psql --tuples-only -c "${sql}" ${name}`;
    return (await stage.runCommands(psql)).output.trim();
  }

  function price(): Promise<string> {
    return ask(`SELECT manual_price FROM price_item WHERE pzn = '${PZN}'`);
  }

  async function restorePortal(): Promise<void> {
    await save(6.66);
    await run(
      'the portal dumped',
      commandIn(
        'docs/operations.md',
        'portal exec --no-TTY db pg_dump --format=custom --no-owner portal > portal.dump',
      ),
    );
    await save(9.99);
    check('is the last saved', await price(), '9.99');
    const [, , restoring = ''] = commandsOf('docs/operations.md', '## Backup and restore', 4);
    const bash = commandIn('docs/operations.md', 'portal exec --user postgres --workdir /tmp db bash');
    await run(
      'restored beside it',
      `${commandIn('docs/operations.md', 'portal cp portal.dump db:/tmp/')}\n${bash} -e <<'END'\n${restoring}END`,
    );
    const [name = '', database = ''] = commandIn('docs/operations.md', 'PORTAL_DATABASE_NAME=portal_restored').split(
      '=',
    );
    enter(name, database);
    await run('the portals go there', commandIn('docs/operations.md', 'portal up --detach'));
    check('and nothing else', sinceThen().slice(3), ['portal', 'portal-2']);
    check('is the one of the dump', await price(), '6.66');
    await save(7.77);
    check('is saved in the restored', await price(), '7.77');
    rmSync(at('portal.dump'));
  }

  async function restoreToMoment(stop: string, restore: string, resume: string): Promise<void> {
    const psql = commandIn('docs/operations.md', 'portal exec --user postgres db psql …').replace('…', '');
    const bash = commandIn('docs/operations.md', 'portal run --rm --no-deps --user postgres --entrypoint bash db');
    await save(5.55);
    const moment = await ask('SELECT now()');
    await save(0.01);
    const stopDatabase = commandIn('docs/operations.md', 'portal stop db');
    await run('the last of the log', withWords(stop, { 'psql ': psql, 'pg_ctl stop': stopDatabase }));
    const [backup = '', ...others] = readdirSync(stage.backups);
    check('one backup', others, []);
    const words = {
      '/archive/%f': `${stage.archive}/%f`,
      '/backup/2026-11-22T02-00-00Z': join(stage.backups, backup),
      '2026-11-22 14:59:00+01': moment,
    };
    await run('its folder exchanged', `${bash} -e <<'ALL'\n${withWords(restore, words)}ALL`);
    const start = commandIn('docs/operations.md', 'portal up --detach --no-deps db');
    await run('back at a moment', withWords(resume, { 'pg_ctl start --log="$PGDATA.log"': start, 'psql ': psql }));
    check('is the price of that moment', await price(), '5.55');
    await until(async () => (await fetch(`${stage.url}/api/health/ready`)).ok);
    await save(4.44);
    check('is saved afterwards', await price(), '4.44');
    check('no other service was replaced', sinceThen().length, 5);
  }
}

/** The same commands in a checkout. */
async function inCheckout(stage: Stage, run: (name: string, commands: string) => Promise<string>): Promise<void> {
  const { KEYCLOAK_ADMIN_PASSWORD, PORTAL_OWNER_PASSWORD } = stage.settings();
  const settings = [
    `KEYCLOAK_ADMIN_URL=${stage.identityUrl}`,
    'KEYCLOAK_ADMIN_USERNAME=admin',
    `KEYCLOAK_ADMIN_PASSWORD=${KEYCLOAK_ADMIN_PASSWORD}`,
    `DATABASE_URL=postgresql://portal_owner:${PORTAL_OWNER_PASSWORD}@localhost:${stage.databasePort}/portal`,
  ];
  const commands = [
    `cd ${ROOT}`,
    `export ${settings.join(' ')}`,
    `${commandIn('docs/docker.md', 'npm run people')} -- ${stage.folder}/people.csv --check`,
    `${commandIn('docs/docker.md', 'npm run tills')} -- Kundennummer=810001 --check`,
  ];
  await run('in a checkout', commands.join('\n'));
}

const secret = () => randomBytes(24).toString('hex');
