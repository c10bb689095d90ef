import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { createMailer, createTaskClosedSender, type Senders } from '../modules/outbox/index.ts';
import { createLogExportSender } from '../modules/log-export/index.ts';

/** The way out for each kind of message, as the settings name it. */
export function createSenders({
  config,
  database,
  clock,
}: {
  config: Config;
  database: Database;
  clock: Clock;
}): Senders {
  const mailer = createMailer(config.mail);
  return {
    logExport: createLogExportSender({ database, clock, mailer, settings: config }),
    taskClosed: createTaskClosedSender(config.tasks),
  };
}
