import { afterEach, expect, test } from '@jest/globals';
import { TILL_PROFILES } from '@portal/rules';
import { type BoundFunctions, fireEvent, type queries, screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from './price-lists/list.ts';
import { openList, priceInput } from './price-lists/open-list.tsx';
import { aDashboard, someSettings } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { judged } from './support/rows.ts';
import { press, type, user } from './support/user.ts';

afterEach(() => sessionStorage.clear());

const OWNER = { roles: ['TP_admin_100101'] };
const NO_DAY = /^Diesen Tag gibt es nicht/;
type Part = BoundFunctions<typeof queries>;
type Opened = {
  part: Part;
  field: string;
  button: string | RegExp;
  texts: readonly string[];
  says: RegExp;
  good: string;
};

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const wholePage = () => within(document.body);

async function openBulk() {
  const list = () => aPriceList([{ calculatedPrice: 1000, avp: 1200 }]);
  await openList(list, (server) => server.on('replayStandingRule', () => ({ updates: [] })));
  await press('Bearbeiten');
  await judged();
  await press('Preise nach einer Regel setzen');
  return dialog('Preise nach einer Regel setzen');
}

async function openDays() {
  await openList(() => aPriceList([{}]));
  await press('Bearbeiten');
  await judged();
  await type(priceInput('00000001'), '4,95');
  fireEvent.keyDown(priceInput('00000001'), { key: 'F4' });
  return dialog('Zeitraum');
}

async function openStanding() {
  const part = await openBulk();
  await type(part.getByLabelText('plus Prozent'), '3');
  await user.click(part.getByRole('button', { name: 'Als dauerhafte Regel …' }));
  const standing = await dialog('Dauerhafte Regel');
  await user.type(standing.getByLabelText('Name der Regel'), 'Alle');
  return standing;
}

async function openLabels() {
  const server = aServer()
    .on('getPriceList', () => aPriceList([{}]))
    .on('getLabelState', () => ({ open: 0, toRemove: 0, latest: null }));
  await openPortal('/p/100101/tokenA/pricelist/OTC', { ...OWNER, server });
  await user.click(await screen.findByRole('button', { name: 'Etiketten …' }));
  const part = await dialog('Etiketten drucken');
  await user.click(await part.findByText(/^Bogen einrichten/));
  return part;
}

async function openTillReport() {
  const file = {
    id: 2,
    createdAt: '2026-11-20T17:00:00.000Z',
    userName: 'Anna Berger',
    productGroups: ['OTC' as const],
    contents: 'all' as const,
    profile: 'csv' as const,
    extension: '.csv',
    rows: 3000,
    withdrawn: 0,
    digest: 'a'.repeat(64),
    kept: true,
    companion: null,
    loaded: null,
    reported: null,
    latest: false,
    refusal: null,
    leftOut: [],
  };
  const since = { at: file.createdAt, userName: 'Anna Berger' };
  const server = aServer()
    .on('getDashboard', () => aDashboard())
    .on('getTillFiles', () => ({
      files: [file],
      choose: false,
      fetches: false,
      groups: [{ productGroup: 'OTC' as const, since, issue: null, changed: 1, gone: 0 }],
    }));
  await openPortal('/p/100101/tokenA', { ...OWNER, server });
  await user.click(await screen.findByRole('button', { name: 'Preisdatei für die Kasse' }));
  const part = within(await screen.findByRole('dialog'));
  await user.click(await part.findByText('Heruntergeladene Preisdateien'));
  await user.click(part.getByRole('button', { name: /^Als geladen bestätigen/ }));
  return part;
}

async function openTillWidths() {
  const server = aServer().on('getTillSettings', () => ({
    name: 'fixed' as const,
    profile: TILL_PROFILES.fixed,
    rows: [],
    nameCharacters: '',
  }));
  await openPortal('/p/100101/tokenA/settings', { ...OWNER, server });
  await user.click(await screen.findByRole('button', { name: 'Aufbau der Preisdatei' }));
  const experts = await screen.findByRole('button', { name: 'Für Ihre Kassenfirma' });
  if (experts.getAttribute('aria-expanded') === 'false') await user.click(experts);
  return wholePage();
}

async function openGuardrails() {
  const server = aServer().on('getSettings', () => someSettings({}));
  await openPortal('/p/100101/tokenA/settings', { ...OWNER, server });
  await user.click(await screen.findByRole('button', { name: 'Leitplanken setzen: OTC' }));
  return within(await screen.findByRole('form', { name: 'Leitplanken OTC' }));
}

async function openCondition() {
  await openList(() => aPriceList([{ avp: 1200 }]));
  await press('Filter hinzufügen');
  const part = within(await screen.findByRole('dialog'));
  await user.click(part.getByText('Spalte wählen'));
  await user.selectOptions(part.getByRole('combobox', { name: 'Spalte' }), 'AVP');
  return part;
}

async function openLogExport() {
  await openPortal('/admin/export', { roles: ['solvena_admin'], server: aServer() });
  await screen.findByLabelText('Export von Veränderungen ab');
  return wholePage();
}

const days = { texts: ['31.02.2027', '15-1', 'morgen'], says: NO_DAY } as const;
const numbers = { texts: ['abc', '1,2,3', '--5'] } as const;

// Rules 3.11 and 17.2: a text that is no day or number stays, is named and disables the button.
test.each<readonly [string, () => Promise<Part>, Omit<Opened, 'part'>]>([
  ['days of a price', openDays, { ...days, field: 'gültig bis', button: 'Übernehmen', good: '15.1' }],
  ['days of a bulk rule', openBulk, { ...days, field: 'gültig bis', button: /eintragen$/i, good: '15.1' }],
  [
    'last day of a standing rule',
    openStanding,
    { ...days, field: 'Gilt bis (leer: ohne Ende)', button: 'Regel starten', good: '15.1' },
  ],
  [
    'day of an export',
    openLogExport,
    { ...days, field: 'Export von Veränderungen ab', button: 'Export starten', good: '1.3.2026' },
  ],
  [
    'percent of a bulk rule',
    openBulk,
    { ...numbers, field: 'plus Prozent', button: /eintragen$/i, says: /^Das ist keine passende Zahl/, good: '5' },
  ],
  [
    'amount of a bulk rule',
    openBulk,
    { ...numbers, field: 'plus Betrag', button: /eintragen$/i, says: /^Das ist keine passende Zahl/, good: '0,5' },
  ],
  [
    'value of a condition',
    openCondition,
    { ...numbers, field: 'Wert', button: 'Übernehmen', says: /^Das ist keine Zahl/, good: '5' },
  ],
  [
    'limit of a guardrail',
    openGuardrails,
    {
      ...numbers,
      field: 'Preisänderung höchstens',
      button: 'Speichern',
      says: /^Bitte eine ganze Zahl von 0 bis/,
      good: '5',
    },
  ],
  [
    'width of a till column',
    openTillWidths,
    {
      ...numbers,
      texts: ['abc', '1,5', '0'],
      field: 'Breite von VK',
      button: 'Aufbau speichern',
      says: /^Bitte eine ganze Zahl/,
      good: '9',
    },
  ],
  [
    'count of a till',
    openTillReport,
    {
      ...numbers,
      texts: ['abc', '1.2.3', '2,5'],
      field: 'Wie viele Artikel hat Ihre Kasse geladen?',
      button: 'Bestätigen',
      says: /^Bitte die Zahl eingeben/,
      good: '3.000',
    },
  ],
  [
    'margin of a label',
    openLabels,
    {
      ...numbers,
      texts: ['abc', '1,2,3', '9'],
      field: 'Innenrand in mm',
      button: 'PDF öffnen',
      says: /^Bitte eine Zahl von 1 bis 5/,
      good: '2,5',
    },
  ],
  [
    'first label',
    openLabels,
    {
      ...numbers,
      texts: ['abc', '1,5', '25'],
      field: 'Beginnen bei Etikett',
      button: 'PDF öffnen',
      says: /^Bitte eine Zahl von 1 bis 24/,
      good: '3',
    },
  ],
])('%s', async (_name, open, { field, button, texts, says, good }) => {
  const part = await open();
  const input = () => part.getByRole<HTMLInputElement>('textbox', { name: field });
  const isHeld = () => part.getByRole<HTMLButtonElement>('button', { name: button }).disabled;
  if (field.startsWith('gültig') && button !== 'Übernehmen') await type(part.getByLabelText('plus Prozent'), '5');
  await type(input(), good);
  await user.tab();
  await waitFor(() => expect(isHeld()).toBe(false));
  for (const text of texts) {
    await type(input(), text);
    await user.tab();
    await part.findByText(says);
    expect([input().value, isHeld()]).toEqual([text, true]);
  }
  await type(input(), good);
  await user.tab();
  await waitFor(() => expect(isHeld()).toBe(false));
  expect(part.queryByText(says)).toBeNull();
});
