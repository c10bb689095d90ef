import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { createMailer } from '../../mail/mailer.ts';
import { createLogExportSender } from '../log-export/send-log-export.ts';
import type { Senders } from './deliver-messages.ts';
import { createTaskClosedSender } from './send-task-closed.ts';

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
