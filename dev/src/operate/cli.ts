import { addressIssue, type Environment, operate } from '@portal/operate/operate.ts';
import { withDemoIntake } from '../packages/demo-intake.ts';
import { withDatabase, withEmbedded } from '../postgres/with-database.ts';

/** `pnpm NAME …` for operators, with two things that the image has not: `--embedded`, and how a migration is written. */
const EMBEDDED = '--embedded';
const CONTRADICTION = `DATABASE_URL ist gesetzt: Es gilt entweder diese Adresse oder ${EMBEDDED}.`;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

/** @returns the exit code */
async function run(args: readonly string[]): Promise<number> {
  const rest = args.filter((arg) => arg !== EMBEDDED && arg !== '--');
  const isEmbedded = args.includes(EMBEDDED);
  if (isEmbedded && process.env.DATABASE_URL) {
    complain(CONTRADICTION);
    return 2;
  }
  const [name, action, title] = rest;
  const isWriting = name === 'migrate' && (action === 'new' || action === 'drift');
  const issue = isWriting && !isEmbedded && addressIssue(process.env);
  if (issue) {
    complain(issue);
    return 2;
  }
  if (isWriting) return withDatabase((url) => write(url, action, title));
  const work = (environment: Environment) => {
    process.chdir(process.env.PORTAL_CALLED_FROM ?? '.');
    return operate(rest, environment, { say, complain });
  };
  return isEmbedded
    ? withEmbedded((url) => work({ ...process.env, DATABASE_URL: url }))
    : work(name === 'intake' ? withDemoIntake(process.env) : process.env);
}

async function write(url: string, action: 'new' | 'drift', title: string | undefined): Promise<number> {
  const { findDrift, newMigration } = await import('@portal/migrate/migrate.ts');
  if (action === 'drift') {
    const drift = await findDrift(url);
    say(drift || 'migrations and schema agree');
    return drift ? 1 : 0;
  }
  if (!title) {
    complain('usage: new <name>');
    return 2;
  }
  say((await newMigration(url, title)) ?? 'nothing to migrate');
  return 0;
}

// Prisma's adapter keeps its pool open.
process.exit(await run(process.argv.slice(2)));
