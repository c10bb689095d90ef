import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp, type Row } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { cell, headings, judged, rowOf, shownPzns } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { enter, press, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const UNKNOWN = { aep: null, avp: null, avpOld: null, vhp: null, ravp: null, ravpRegio: null, ravpNational: null };
/** A price far too high, one below its AEP (5,95 gross), and a price that stays. */
const ROWS: Partial<Row>[] = [
  { ...UNKNOWN, name: 'Arnika', calculatedPrice: 89_900, units: 3, ravpRegio: 3400 },
  { ...UNKNOWN, name: 'Birke', calculatedPrice: 590, units: 10, aep: 500 },
  { ...UNKNOWN, name: 'Cistus', calculatedPrice: 1000, units: 5 },
];
const CONTEXT = aContext([
  { effectivePrice: 3290, priceType: 0 },
  { effectivePrice: 600, priceType: 0 },
  { effectivePrice: 1000, priceType: 0 },
]);

const open = (context: () => unknown = () => CONTEXT) =>
  openUpdate(() => anMdp(ROWS), { prepare: (server) => server.on('getReviewContext', context) });
const bar = async () => {
  await judged();
  return screen.getByRole('group', { name: 'Prüfhilfe' });
};
const only = async () => {
  await judged();
  await press(/^Nur zu prüfende/);
};

describe('the way to what matters (rule 14.26)', () => {
  test('says how many rows deserve a look; the list itself stays as it is', async () => {
    await open();
    const columns = headings();
    await waitFor(async () => expect((await bar()).textContent).toContain('2 zu prüfen · 1 unauffällig'));
    expect(headings()).toEqual(columns);
    expect(shownPzns()).toEqual(['00000001', '00000002', '00000003']);
  });

  test('shows the weightiest first, with the reason in words, the change and what it is worth', async () => {
    await open();
    await only();
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    const [first, second] = screen.getAllByRole('row').slice(1);
    expect(first?.textContent).toMatch(/Bisher 32,90 \(\+2\.632,5.%\) · Über Umfeld-Durchschnitt 34,00/);
    // (899,00 - 32,90) / 1,19 × 3
    expect(first?.textContent).toContain('+2.183,45');
    expect(second?.textContent).toMatch(/Unter AEP mit MwSt\. 5,95 \(-0,8.%\)/);
    expect(second?.textContent).toContain('-0,84');
    await user.click(await screen.findByRole('button', { name: /^Nur zu prüfende/ }));
    expect(shownPzns()).toHaveLength(3);
  });

  test('filters by one reason, and a heading sorts as always', async () => {
    await open();
    await only();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Grund der Prüfung' }), 'Unter AEP mit MwSt. (1)');
    expect(shownPzns()).toEqual(['00000002']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Grund der Prüfung' }), 'Alle Gründe');
    await user.click(screen.getByRole('button', { name: /Preisupdate/ }));
    expect(shownPzns()).toEqual(['00000002', '00000001']);
  });

  test('a corrected price counts no more; the row stays where it is until it is asked for again', async () => {
    await open();
    await only();
    await enter(priceInput('00000001'), '32,90');
    await waitFor(async () => expect((await bar()).textContent).toContain('1 zu prüfen · 2 unauffällig'));
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    await only();
    await only();
    expect(shownPzns()).toEqual(['00000002']);
  });

  test('what the rows are worth follows the edits and says on how many it rests', async () => {
    await open();
    const worth = async () => (await bar()).querySelector('p:last-child')?.textContent;
    // (89.900 - 3.290) and (590 - 600) gross cents on 3 and 10 packs; net 755,46 - 27,65 and 4,96 - 5,04 a pack
    await waitFor(async () =>
      expect(await worth()).toBe(
        'Rohertrag +2.182,61 € je Absatzzeitraum der Lieferung · Listen-Spanne +727,73 € · aus 2 von 2 Änderungen',
      ),
    );
    await enter(priceInput('00000001'), '32,90');
    await waitFor(async () => expect(await worth()).toContain('Rohertrag -0,84 €'));
  });

  test('of marked rows it says what these are worth, as long as they are on screen', async () => {
    await open();
    const worth = async () => (await bar()).querySelector('p:last-child')?.textContent;
    await user.click(rowOf('00000002'));
    // -10 gross cents on 10 packs; net 4,96 - 5,04 a pack
    await waitFor(async () =>
      expect(await worth()).toBe(
        '1 markierte Zeile: Rohertrag -0,84 € je Absatzzeitraum der Lieferung · Listen-Spanne -0,08 € · aus 1 von 1 Änderungen',
      ),
    );
    await user.click(rowOf('00000001'));
    expect(await worth()).toMatch(/^2 markierte Zeilen: Rohertrag \+2\.182,61 € .* aus 2 von 2 Änderungen$/);
    await user.click(rowOf('00000001'));
    await user.click(rowOf('00000002'));
    await user.click(rowOf('00000003'));
    expect(await worth()).toBe('1 markierte Zeile: keine Preisänderung');
    // the filter takes the marked row off the screen
    await only();
    expect(await worth()).toMatch(/^Rohertrag \+2\.182,61 €/);
  });

  test('a changed price says how many packs earn what the old one earned (rule 14.6)', async () => {
    const rows = [
      { ...UNKNOWN, name: 'Arnika', calculatedPrice: 952, units: 30, aep: 500 },
      { ...UNKNOWN, name: 'Birke', calculatedPrice: 595, units: 10, aep: 500 },
      { ...UNKNOWN, name: 'Cistus', calculatedPrice: 1000, units: 5, aep: 500 },
      { ...UNKNOWN, name: 'Dost', calculatedPrice: 900, units: 5 },
    ];
    const context = aContext(rows.map(() => ({ effectivePrice: 1000, priceType: 0 })));
    await openUpdate(() => anMdp(rows), { prepare: (server) => server.on('getReviewContext', () => context) });
    await judged();
    await press('Prüfansicht');
    const breakEven = (pzn: string) => cell(pzn, 'review-breakEven');
    // net 8,4034 and 8,00 less 5,00: 3,4034 × 30 / 3,00 = 34.03
    await waitFor(() => expect(breakEven('00000001')).toBe('35'));
    // at 5,95 nothing is earned; 10,00 stays; without AEP nobody knows
    expect(['00000002', '00000003', '00000004'].map(breakEven)).toEqual(['–', '', '–']);
    await enter(priceInput('00000003'), '11,90');
    // 3,4034 × 5 / 5,00 = 3.4
    await waitFor(() => expect(breakEven('00000003')).toBe('4'));
  });

  test('without what the list knows it goes by the figures of the package', async () => {
    await open(() => new Refused(503, 'busy', 'Bitte später.'));
    await waitFor(async () => expect((await bar()).textContent).toMatch(/zu prüfen/));
  });
});

describe('what people have reviewed (rule 14.25)', () => {
  const by = (userName: string, mine: boolean, pzn: string, price: number) => ({
    userName,
    mine,
    marks: { pzn: [pzn], price: [price], markedAt: [1] },
  });
  const openSeen = (persons: ReturnType<typeof by>[]) =>
    openUpdate(() => anMdp(ROWS), {
      prepare: (server) =>
        server
          .on('getReviewContext', () => CONTEXT)
          .on('getReviewMarks', () => ({ persons }))
          .on('setReviewMarks', () => ({ status: 'OK', marked: 1, unmarked: 0 })),
    });
  const box = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Geprüft: PZN ${pzn}`);

  test('is shown with who it was; a mark of another price does not count', async () => {
    await openSeen([by('Dr. Berger', false, '00000001', 89_900), by('Jonas Klein', true, '00000002', 580)]);
    await waitFor(async () => expect((await bar()).textContent).toContain('1 von 2 geprüft (Dr. Berger 1)'));
    await only();
    expect([box('00000001').checked, box('00000001').indeterminate]).toEqual([false, true]);
    expect([box('00000002').checked, box('00000002').indeterminate]).toEqual([false, false]);
  });

  test('is kept with the price that is on screen', async () => {
    const { server } = await openSeen([by('Jonas Klein', true, '00000002', 590)]);
    await only();
    await waitFor(() => expect(box('00000002').checked).toBe(true));
    await user.click(box('00000001'));
    await user.click(box('00000002'));
    await waitFor(() =>
      expect(server.callsOf('setReviewMarks').map(({ body }) => body)).toEqual([
        { marks: [{ pzn: '00000001', price: 89_900, reviewed: true }] },
        { marks: [{ pzn: '00000002', price: 590, reviewed: false }] },
      ]),
    );
  });
});

describe('what an approval does (rule 14.27)', () => {
  test('is counted and named in the confirmation, without any edit too', async () => {
    await open();
    await bar();
    await press('Preise freigeben');
    const summary = within(await screen.findByRole('region', { name: 'Was sich ändert' }));
    const numbers = summary.getAllByRole('definition').map((each) => each.textContent);
    // rise, fall, stay, come, go, own prices that end
    expect(numbers).toEqual(['1', '1', '1', '0', '0', '0']);
    summary.getByText('2 zu prüfende Artikel sind dabei.');
    summary.getByText(/^Arnika: 32,90 → 899,00 \(\+2\.632,5.%\)$/);
    summary.getByRole('img', { name: /^Verteilung der Änderungen in Prozent: .*50 % bis …: 1$/ });
    screen.getByText('Sie haben keinen Preis korrigiert. Alle Preise werden wie berechnet freigegeben.');
  });
});
