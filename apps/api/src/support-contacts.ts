import type { SupportInfo } from '@portal/contracts';
import { supportCountry } from '@portal/rules';

/** The contact sets by country (rule 2.14). */
export type SupportByCountry = Readonly<Record<'DE' | 'AT', SupportInfo>>;

/** Stands in where no contacts are set, outside production. */
export const DEMO_SUPPORT: SupportByCountry = {
  DE: {
    title: 'TruePrice Support Deutschland',
    people: [
      { name: 'Kundenservice Preise', mobile: '0170 555 0101', title: 'Fragen zu Preislisten und Freigaben' },
      { name: 'Kundenservice Technik', mobile: '', title: 'Fragen zu Anmeldung und Kassensystem' },
    ],
    phone: '030 555 0100',
    email: 'support@example.com',
  },
  AT: {
    title: 'TruePrice Support Österreich',
    people: [{ name: 'Kundenservice Österreich', mobile: '', title: 'Alle Anliegen' }],
    phone: '01 555 0100',
    email: 'support-at@example.com',
  },
};

export function supportFor(contacts: SupportByCountry, country: string): SupportInfo {
  return contacts[supportCountry(country)];
}
