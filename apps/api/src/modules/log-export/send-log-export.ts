import { rm } from 'node:fs/promises';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { createWorkFolder } from '../../http/work-folders.ts';
import type { Mailer, Sender } from '../outbox/index.ts';
import { buildLogFile, type LogFile } from './build-log-file.ts';
import { exportFileName } from './export-names.ts';
import { exportMail } from './export-texts.ts';
import { issueTicket } from './ticket.ts';

type Settings = { readonly baseUrl: string; readonly mail: Pick<Config['mail'], 'attachmentBytes' | 'linkSecret'> };

/** Rule 11.4. */
export function createLogExportSender(deps: {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  settings: Settings;
}): Sender<'logExport'> {
  const { database, clock, mailer, settings } = deps;
  return async ({ messageId, payload }, signal) => {
    const range = { since: payload.since === null ? null : new Date(payload.since), until: new Date(payload.until) };
    await mailer.reach(signal);
    const folder = await createWorkFolder('export');
    try {
      const mostBytes = settings.mail.attachmentBytes;
      const file = await buildLogFile(database.pool, range, { folder, mostBytes, signal });
      const now = clock.now();
      const ticket = issueTicket(settings.mail.linkSecret, { purpose: 'mail', range, now });
      const link = `${settings.baseUrl.replace(/\/$/, '')}/admin/export?link=${ticket}`;
      await mailer.send(
        {
          messageId,
          to: { name: payload.name, address: payload.to },
          ...exportMail(range, { name: payload.name, file, link, now }),
          attachments: attachmentsOf(file, exportFileName(range)),
        },
        signal,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function attachmentsOf(file: LogFile, name: string) {
  return file.form === 'zip' ? [{ filename: `${name}.zip`, path: file.path, contentType: 'application/zip' }] : [];
}
