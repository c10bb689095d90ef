import { startTestCluster } from '../test-database.ts';
import { findDrift } from '@portal/migrate/migrate.ts';

/** On a throw-away database: do all migrations together give what prisma/schema.prisma says? */
const { cluster, stop } = await startTestCluster();
const drift = await findDrift(cluster.url('postgres'));
await stop();
process.stdout.write(`${drift || 'migrations and schema agree'}\n`);
// Prisma's adapter keeps its pool open.
process.exit(drift ? 1 : 0);
