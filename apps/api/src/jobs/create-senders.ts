import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { createMailer, createSignedSender, type Senders } from '../modules/outbox/index.ts';
import { createLogExportSender } from '../modules/log-export/index.ts';
import { createConfirmationSender, createDeliverySender, createNoticeSender } from '../modules/notices/index.ts';
import { createFiguresReader } from '../modules/review/index.ts';

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
  const notices = { database, clock, mailer, baseUrl: config.baseUrl };
  const readFigures = createFiguresReader({ db: database.pool, clock });
  const reader = { subject: '', access: { staff: false } };
  return {
    logExport: createLogExportSender({ database, clock, mailer, settings: config }),
    notice: createNoticeSender({
      ...notices,
      linkSecret: config.mail.linkSecret,
      readToReview: async (update) => (await readFigures(update, reader)).toReview,
    }),
    noticeConfirmation: createConfirmationSender(notices),
    delivery: createDeliverySender(notices),
    taskClosed: createSignedSender<'taskClosed'>(config.tasks, (payload) => ({ event: 'taskClosed', ...payload })),
    pharmacy: createSignedSender<'pharmacy'>(config.tasks, (payload) => payload),
  };
}
