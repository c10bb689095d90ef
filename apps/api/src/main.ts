import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createVerifier } from './auth/verifier.ts';
import { announceBuild } from './builds/announce-build.ts';
import { createTestClock, systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { warnOfTooManyRights } from './db/check-rights.ts';
import { openDatabase } from './db/database.ts';
import { createGracefulServer } from './graceful-server.ts';
import { removeAbandonedFolders } from './http/work-folders.ts';
import { securityHeaders } from './http/web-app.ts';
import { keepRelease } from './http/web-releases.ts';
import { startJobs } from './jobs/schedule.ts';
import { createLogger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { createMetricsServer } from './metrics/metrics-server.ts';
import { watchDatabase } from './metrics/watch-database.ts';
import { createSenders } from './jobs/create-senders.ts';

/** Milliseconds after the last request. */
const CLOSE_MS = 10_000;
/** For uploads and exports of killed processes. */
const SWEEP_MS = 60 * 60 * 1000;

try {
  if (process.argv[2] === '--check') {
    const { checkSetup } = await import('./check-setup.ts');
    process.exit(await checkSetup((line) => void process.stdout.write(`${line}\n`)));
  }
  await start();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 78; // EX_CONFIG
}

async function start(): Promise<void> {
  const config = readConfig();
  await keepFiles(config);
  const logger = createLogger(config.logLevel);
  const database = openDatabase(config.database, logger);
  const testClock = config.testClock ? createTestClock() : undefined;
  const clock = testClock ?? systemClock;
  const metrics = config.metrics && createMetrics();
  const verifier = createVerifier(config.identity);
  const app = createApp({ config, database, verifier, clock, testClock, logger, metrics });
  const graceful = createGracefulServer(app, {
    requestMs: config.requestMs,
    logger,
    headers: securityHeaders(config),
    isDirect: !config.trustProxy,
  });
  const { server } = graceful;

  server.on('error', (error) => {
    logger.fatal({ err: error }, 'cannot listen');
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    logger.info({ port: config.port }, 'portal listens');
    // Another process may answer on the port.
    process.send?.('ready');
    // NODE_COMPILE_CACHE halves the next start.
    flushCompileCache();
  });

  if (metrics && config.metrics) {
    watchDatabase(metrics, { database, clock, logger });
    serveMetrics(metrics, config.metrics, logger);
  }

  warnOfTooManyRights(database.pool, logger).catch((error: unknown) => {
    logger.error({ err: error }, 'the rights of the database login could not be checked');
  });
  const sweep = () => {
    removeAbandonedFolders().catch((error: unknown) => {
      logger.error({ err: error }, 'abandoned folders of uploads and exports could not be removed');
    });
  };
  sweep();
  setInterval(sweep, SWEEP_MS).unref();
  const announced = announceBuild({ database, logger });
  const jobs = startJobs({
    config,
    database,
    clock,
    logger,
    senders: createSenders({ config, database, clock }),
    metrics,
  });

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
    await announced.stop();
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
  stopOn('SIGINT', 0);
  stopOn('disconnect', 0);
}

/** Until the process ends. */
function serveMetrics(metrics: Metrics, { port, host }: { port: number; host: string }, logger: Logger): void {
  const server = createMetricsServer(metrics, logger);
  server.on('error', (error) => {
    logger.fatal({ err: error }, 'cannot listen for metrics');
    process.exit(1);
  });
  server.listen(port, host, () => logger.info({ port }, 'metrics are served'));
  server.unref();
}

async function keepFiles({ webDist, webReleases }: Config): Promise<void> {
  if (!webDist || !webReleases) return;
  await keepRelease(webDist, webReleases).catch((error: unknown) => {
    throw new ConfigError(`PORTAL_WEB_RELEASES: Der Ordner ${webReleases} lässt sich nicht benutzen.`, {
      cause: error,
    });
  });
}
