import { pino } from 'pino';
import { createApp } from './app.ts';
import { createVerifier } from './auth/verifier.ts';
import { createTestClock, systemClock } from './clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { warnOfTooManyRights } from './db/check-rights.ts';
import { openDatabase } from './db/database.ts';
import { createGracefulServer } from './graceful-server.ts';
import { removeAbandonedUploads } from './http/upload-folder.ts';
import { startJobs } from './jobs/schedule.ts';
import { createSenders } from './modules/outbox/create-senders.ts';

/** How long the last job and the database may take once all requests are finished. */
const CLOSE_MS = 10_000;
/** How often uploads of killed processes are looked for. */
const SWEEP_MS = 60 * 60 * 1000;

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
  const graceful = createGracefulServer(app, { requestMs: config.requestMs, logger });
  const { server } = graceful;

  server.on('error', (error) => {
    logger.fatal({ err: error }, 'cannot listen');
    process.exit(1);
  });
  server.listen(config.port, config.host, () => logger.info({ port: config.port }, 'portal listens'));

  warnOfTooManyRights(database.pool, logger).catch((error: unknown) => {
    logger.error({ err: error }, 'the rights of the database login could not be checked');
  });
  const sweep = () => {
    removeAbandonedUploads().catch((error: unknown) => {
      logger.error({ err: error }, 'abandoned uploads could not be removed');
    });
  };
  sweep();
  setInterval(sweep, SWEEP_MS).unref();
  const jobs = startJobs({ database, clock, logger, senders: createSenders({ config, database, clock }) });

  let stopping = false;
  const stop = async (signal: string, drainMs: number) => {
    const ended = graceful.stop({ drainMs, deadlineMs: config.shutdown.deadlineMs });
    if (stopping) return; // a second signal only ends the drain time
    stopping = true;
    logger.info({ signal, drainMs }, 'stopping: not ready any more, open requests are finished');
    const jobsEnded = jobs.stop();
    const cutOff = await ended;
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    await jobsEnded;
    await database.close();
    process.exit(cutOff === 0 ? 0 : 1);
  };
  const stopOn = (signal: string, drainMs: number) => {
    process.on(signal, () => {
      stop(signal, drainMs).catch((error: unknown) => {
        logger.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      });
    });
  };
  stopOn('SIGTERM', config.shutdown.drainMs);
  // From a terminal, or when the process that started this one is gone: nobody stands in front that would have to notice.
  stopOn('SIGINT', 0);
  stopOn('disconnect', 0);
}
