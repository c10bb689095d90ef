import { formatDate } from '@portal/rules';
import type { ExportRange } from './export-range.ts';
import type { LogFile } from './build-log-file.ts';
import { TICKET_LIFE_MS } from './ticket.ts';

const day = (at: Date) => formatDate(at, 'dd.MM.yyyy');
const moment = (at: Date) => `${formatDate(at, 'dd.MM.yyyy HH:mm')} Uhr`;

/** Rule 11.4. */
export function exportMail(
  { since, until }: ExportRange,
  { name, file, link, now }: { name: string; file: LogFile; link: string; now: Date },
): { subject: string; text: string } {
  const period = since ? `seit dem ${moment(since)}` : 'seit Beginn der Aufzeichnung';
  return {
    subject: since
      ? `TruePrice Log-Export: Veränderungen ab ${day(since)}`
      : 'TruePrice Log-Export: alle Veränderungen',
    text: [
      `Guten Tag ${name},`,
      `Sie haben am ${moment(until)} in TruePrice einen Export der Preisänderungen aller Apotheken ${period} angefordert.`,
      ...body(file, link, now),
      'Diese E-Mail wurde automatisch von TruePrice erstellt. Bitte antworten Sie nicht darauf.',
    ].join('\n\n'),
  };
}

function body(file: LogFile, link: string, now: Date): string[] {
  if (file.form === 'tooLarge') {
    const end = moment(new Date(now.getTime() + TICKET_LIFE_MS.mail));
    return [
      `Der Export ist zu groß für eine E-Mail. Sie können ihn bis zum ${end} hier herunterladen; dazu melden Sie sich bei TruePrice an:`,
      link,
      'Die Datei ist ein ZIP-Archiv mit der CSV-Datei. Windows öffnet es mit einem Doppelklick.',
    ];
  }
  if (file.rows === 0) return ['In diesem Zeitraum wurde kein Preis geändert; die angehängten Dateien sind leer.'];
  const count = file.rows === 1 ? 'eine Änderung' : `${file.rows.toLocaleString('de-DE')} Änderungen`;
  return [
    `Das angehängte ZIP-Archiv enthält ${count} als Excel-Datei (.xlsx) und als CSV-Datei. Windows öffnet es mit einem Doppelklick.`,
  ];
}
