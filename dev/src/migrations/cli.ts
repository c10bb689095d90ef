import { deployMigrations, findDrift, newMigration } from './migrate.ts';

const [command, name] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL is missing');

switch (command) {
  case 'deploy': {
    const applied = await deployMigrations(url);
    process.stdout.write(applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'nothing to apply\n');
    break;
  }
  case 'new': {
    if (!name) throw new Error('usage: new <name>');
    process.stdout.write(`${(await newMigration(url, name)) ?? 'nothing to migrate'}\n`);
    break;
  }
  case 'drift': {
    const drift = await findDrift(url);
    process.stdout.write(drift || 'migrations and schema agree\n');
    process.exitCode = drift ? 1 : 0;
    break;
  }
  default:
    throw new Error('usage: deploy | new <name> | drift');
}
// Prisma's adapter keeps its pool open.
process.exit();
