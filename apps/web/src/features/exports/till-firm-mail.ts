import { TILL_WITHDRAWN } from '@portal/rules';
import type { TFunction } from 'i18next';

/**
 * A mail to the till's firm that asks how withdrawn articles are written, without an address (rule 9.44).
 * @param examples a line of each form, in the order of `TILL_WITHDRAWN`
 */
export function tillFirmMail(t: TFunction, examples: readonly (string | undefined)[], pharmacy: string): string {
  const forms = TILL_WITHDRAWN.map((form, index) =>
    [`${index + 1}. ${t(`exports.till.withdrawn.${form}`)}`, examples[index]].filter(Boolean).join(': '),
  );
  const subject = t('exports.till.withdrawn.mailSubject');
  const body = t('exports.till.withdrawn.mailText', { forms: forms.join('\r\n'), pharmacy });
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
