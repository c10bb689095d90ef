import { createServer } from 'node:http';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { createVerifier } from './auth/verifier.ts';
import { createTestClock, systemClock } from './clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { warnOfTooManyRights } from './db/check-rights.ts';
import { openDatabase } from './db/database.ts';
import { startJobs } from './jobs/schedule.ts';

/** Longer than any save takes; then the process ends whatever is still open. */
const SHUTDOWN_MS = 15_000;

try {
  start();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 78; // EX_CONFIG
}

function start(): void {
  const config = readConfig();
  const logger = pino({ level: config.logLevel, base: null });
  const database = openDatabase(config.database, logger);
  const testClock = config.testClock ? createTestClock() : undefined;
  const clock = testClock ?? systemClock;
  const app = createApp({ config, database, verifier: createVerifier(config.identity), clock, testClock, logger });
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, app);

  server.on('error', (error) => {
    logger.fatal({ err: error }, 'cannot listen');
    process.exit(1);
  });
  server.listen(config.port, config.host, () => logger.info({ port: config.port }, 'portal listens'));

  warnOfTooManyRights(database.pool, logger).catch((error: unknown) => {
    logger.error({ err: error }, 'the rights of the database login could not be checked');
  });
  const jobs = startJobs({ database, clock, logger });

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping: open requests are finished first');
    jobs.stop();
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    server.close(() => {
      database.close().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'database did not close');
          process.exit(1);
        },
      );
    });
    server.closeIdleConnections();
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('disconnect'));
}
