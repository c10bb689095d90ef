import {
  deadlineText,
  formatDate,
  hasApprovalFlag,
  packageName,
  PRODUCT_GROUP_NAMES as GROUP,
  type ProductGroup,
  type UpdateKind,
} from '@portal/rules';

export const NOTICE_TEXT = {
  ownPharmacyOnly: 'E-Mails bekommen nur Personen der Apotheke selbst.',
  tooManyConfirmations:
    'Für diese Apotheke wurden heute schon viele Bestätigungen verschickt. Bitte versuchen Sie es morgen erneut.',
  tooManyToAddress:
    'An diese Adresse wurden heute schon mehrere Bestätigungen verschickt. Bitte versuchen Sie es morgen erneut.',
  cancelled: 'Die Apotheke ist gekündigt und bekommt keine E-Mails.',
  notReleased: 'Das ist erst möglich, wenn die Erst- bzw. Neuberechnung freigeschaltet und noch offen ist.',
  noAddress: 'Für diese Apotheke ist keine E-Mail-Adresse bestätigt.',
  remindedToday: 'An diese Erst- bzw. Neuberechnung wurde heute schon erinnert.',
  reminded: 'Erinnerung an die Erst- bzw. Neuberechnung verschickt',
} as const;

export type MailContent = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  readonly foot: string;
  readonly end?: { readonly label: string; readonly url: string };
};

/** The package that a mail is about. */
export type Told = {
  readonly pharmacy: string;
  readonly kind: UpdateKind;
  readonly group: ProductGroup;
  readonly firstCalculation: boolean;
  readonly itemCount: number;
  readonly toReview: number;
  readonly autoActionAt: Date | null;
  readonly autoAction: 'approve' | 'delete' | null;
  readonly heldRows: number | null;
  /** Rule 12.7. */
  readonly holds: boolean;
};

const number = (count: number) => count.toLocaleString('de-DE');

function nameOf(told: Told): string {
  const { article, noun } = packageName(told);
  return `${article} ${noun}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toReviewText({ toReview, itemCount }: Told): string {
  if (toReview === 0) return `Von ${number(itemCount)} Artikeln ist keiner zu prüfen.`;
  return `${number(toReview)} von ${number(itemCount)} Artikeln ${toReview === 1 ? 'ist' : 'sind'} zu prüfen.`;
}

type Letter = Pick<MailContent, 'subject' | 'paragraphs'>;

/** Mail on the release of an LZD (rules 15.3 and 15.5). */
export function releasedMail(told: Told): Letter {
  return {
    subject: `${told.pharmacy}: ${capital(nameOf(told))} ${GROUP[told.group]} wartet auf Ihre Freigabe`,
    paragraphs: [
      `${nameOf(told)} ${GROUP[told.group]} der ${told.pharmacy} ist freigeschaltet.`,
      toReviewText(told),
      'Bitte prüfen Sie die Preise und geben Sie sie frei. Ohne Ihre Freigabe ändert sich nichts.',
    ].map(capital),
  };
}

/** Mail before something happens by itself (rule 15.3). */
export function deadlineMail(told: Told, at: Date): Letter {
  if (!hasApprovalFlag(told.kind)) throw new Error(`a package of kind ${told.kind} has no deadline`);
  const when = deadlineText(told.kind, at);
  const approves = told.autoAction === 'approve';
  const what = approves ? 'automatisch freigegeben' : 'automatisch gelöscht';
  return {
    subject: `${told.pharmacy}: ${capital(nameOf(told))} ${GROUP[told.group]} wird ${when} ${what}`,
    paragraphs: [
      `${nameOf(told)} ${GROUP[told.group]} der ${told.pharmacy} wird ${when} ${what}.`,
      toReviewText(told),
      approves
        ? 'Möchten Sie Preise ändern, tun Sie das bitte vorher in TruePrice. Sonst brauchen Sie nichts zu tun.'
        : 'Möchten Sie die neuen Artikel übernehmen, geben Sie sie bitte vorher in TruePrice frei.',
      ...(approves && told.holds
        ? ['Verletzt dann ein Preis Ihre Leitplanken, wird nichts freigegeben: Das Update wartet auf Sie.']
        : []),
    ].map(capital),
  };
}

export function onHoldMail(told: Told): Letter {
  const rows = told.heldRows ?? 0;
  const broken =
    rows === 1 ? 'Ein Preis verletzt Ihre Leitplanken' : `${number(rows)} Preise verletzen Ihre Leitplanken`;
  return {
    subject: `${told.pharmacy}: ${capital(nameOf(told))} ${GROUP[told.group]} wurde nicht automatisch freigegeben`,
    paragraphs: [
      `${broken}. Deshalb wurde ${nameOf(told)} ${GROUP[told.group]} der ${told.pharmacy} nicht automatisch freigegeben.`,
      toReviewText(told),
      'Das Update wartet jetzt auf Sie: Bitte prüfen Sie die Preise und geben Sie sie frei.',
    ],
  };
}

/** Reminder in the words of staff (rule 15.6). */
export function reminderMail(told: Told, { title, text }: { title: string; text: string }): Letter {
  return {
    subject: title,
    paragraphs: [
      ...text.split(/\n\s*\n/),
      capital(`${nameOf(told)} ${GROUP[told.group]} der ${told.pharmacy}: ${toReviewText(told)}`),
    ],
  };
}

/** Mail that asks whether an address wants mails (rule 15.1). */
export function confirmationMail(
  { pharmacy, proposed }: { pharmacy: string; proposed: boolean },
  { url, until }: { url: string; until: Date },
): MailContent {
  return {
    subject: `E-Mails zur ${pharmacy} bestätigen`,
    paragraphs: [
      proposed
        ? `unser Vertrieb hat diese Adresse für E-Mails zu Updates der ${pharmacy} vorgeschlagen.`
        : `für diese Adresse wurden in TruePrice E-Mails zu Updates der ${pharmacy} bestellt.`,
      'Möchten Sie sie bekommen, öffnen Sie bitte diesen Link und klicken Sie dort auf „Bestätigen“.',
    ].map(capital),
    action: { label: 'Adresse bestätigen', url },
    foot: `Ohne Ihre Bestätigung bekommen Sie keine weitere E-Mail, und die Adresse wird nach dem ${formatDate(until, 'dd.MM.yyyy')} gelöscht.`,
  };
}

/** Rule 20.16. */
export function deliveryMail(
  { kind, group, arrivedAt, pharmacy }: { kind: UpdateKind; group: ProductGroup; arrivedAt: Date; pharmacy: string },
  url: string,
): MailContent {
  const day = formatDate(arrivedAt, 'dd.MM.yyyy HH:mm');
  return {
    subject: `Lieferung für ${pharmacy} wartet auf eine Entscheidung`,
    paragraphs: [
      `die Prüfung hat eine Lieferung abgelehnt: ${kind} ${GROUP[group]} für ${pharmacy}, eingegangen am ${day}.`,
      'Bitte spielen Sie sie ein oder lehnen Sie sie ab. Eine neuere Lieferung ersetzt sie.',
    ],
    action: { label: 'Lieferungen', url },
    foot: 'Diese E-Mail bekommen Sie, weil Ihre Adresse im TruePrice-Portal für Lieferungen eingetragen ist.',
  };
}
