// Runs once before the portal starts, in docker-compose.yml as the service migrate.
import { run } from './run.ts';
import { SettingsError } from './settings.ts';

try {
  await run(process.env, (line) => void process.stdout.write(`${line}\n`));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(78); // EX_CONFIG
}
// Prisma's adapter keeps its pool open.
process.exit(0);
