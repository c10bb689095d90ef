import type { SupportInfo } from '@portal/contracts';

/** One contact set per country; any other country gets the German one (Specification 2, 9). */
const SUPPORT: Record<'DE' | 'AT', SupportInfo> = {
  DE: {
    title: 'TruePrice Support Deutschland',
    people: [
      { name: 'Kundenservice Preise', mobile: '', title: 'Fragen zu Preislisten und Freigaben' },
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

export function supportFor(country: string): SupportInfo {
  return country === 'AT' ? SUPPORT.AT : SUPPORT.DE;
}
