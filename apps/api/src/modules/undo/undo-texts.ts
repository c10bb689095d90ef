import { type Day, formatDate, type Span } from '@portal/rules';
import { spanText, TAKEN_BACK } from '../../texts/de.ts';

/** German sentences about saves that are taken back. */
export const UNDO_TEXT = {
  event: (savedAt: Date) => `Speichervorgang vom ${formatDate(savedAt, 'dd.MM.yyyy HH:mm')} ${TAKEN_BACK}`,
  period: (span: Span, today: Day) => `${span.to === null ? 'Preis' : 'Zeitraum'} ${spanText(span, today)} eingegeben`,
  noSave:
    'Dieser Eintrag ist kein Speichervorgang einer Preisliste. Eine Freigabe wird auf ihrer eigenen Seite zurückgenommen.',
  nothingLeft: 'Von diesem Speichervorgang lässt sich nichts mehr zurücknehmen.',
  changed:
    'Die Preisliste hat sich geändert, seit Ihnen gezeigt wurde, was zurückgenommen wird. Es wurde nichts geändert. Bitte sehen Sie die neue Übersicht durch.',
} as const;
