import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ReviewMarkRow } from '@portal/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anLzd, anMdp, type Row } from '../price-updates/update.ts';
import { aContext, aDashboard, aGroup } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import {
  cell,
  counts,
  findGrid,
  headings,
  judged,
  openFilters,
  progress,
  rowOf,
  shownPzns,
  switchTo,
} from '../support/rows.ts';
import { Refused, type TestServer } from '../support/server.ts';
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
/** A server that keeps the user's marks. */
function withMarks(server: TestServer): TestServer {
  const marked = new Map<string, number>();
  return server
    .on('getReviewContext', () => CONTEXT)
    .on('getReviewMarks', () => ({
      persons: [
        {
          userName: 'Jonas Klein',
          mine: true,
          marks: { pzn: [...marked.keys()], price: [...marked.values()], markedAt: [...marked.keys()].map(() => 1) },
        },
      ],
    }))
    .on('setReviewMarks', ({ body }) => {
      for (const { pzn, price } of (body as { marks: { pzn: string; price: number }[] }).marks) marked.set(pzn, price);
      return { status: 'OK', marked: 1, unmarked: 0 };
    });
}
const openMarked = () => openUpdate(() => anMdp(ROWS), { prepare: withMarks });
const nbsp = (text: string) => text.replaceAll(' %', '\u00a0%');
const whyOf = (pzn: string) => rowOf(pzn).querySelector('[data-column="review-why"] > span') as HTMLElement;
const chipsOf = (pzn: string) => [...whyOf(pzn).children].map(({ textContent }) => textContent);
/** From the columns that the review leaves out at first. */
async function showColumn(name: string) {
  await press('Spalten');
  const dialog = within(await screen.findByRole('dialog', { name: 'Spalten' }));
  await user.click(dialog.getByRole('button', { name: `${name} anzeigen` }));
  await user.keyboard('{Escape}');
}
const only = () => switchTo('Zu prüfen');
const select = (name: string, option: string) =>
  user.selectOptions(screen.getByRole('combobox', { name }), screen.getByRole('option', { name: option }));

describe('the way to what matters (rule 14.26)', () => {
  test('says how many rows deserve a look; the list itself stays as it is', async () => {
    await open();
    const columns = headings();
    expect(await counts()).toEqual(['Alle 3', 'Zu prüfen 2']);
    expect((await progress()).textContent).toBe('0 geprüft');
    expect(headings()).toEqual(columns);
    expect(shownPzns()).toEqual(['00000001', '00000002', '00000003']);
  });

  test('shows the weightiest first, with pack, old and new price, the reasons as chips and the inputs in their order', async () => {
    await open();
    await only();
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    expect(headings()).toEqual(
      ['review-reviewed', 'name', 'calculatedPrice', 'review-moved', 'review-why'].concat([
        'ownPrice',
        'permanent',
        'exclusion',
      ]),
    );
    expect(cell('00000001', 'name')).toMatch(/^Arnika.* · 3 × · 00000001$/);
    expect(cell('00000001', 'calculatedPrice')).toBe('32,90 → 899,00');
    expect(cell('00000001', 'review-moved')).toBe(nbsp('+2.632,5 %+866,10'));
    expect(chipsOf('00000001')).toEqual(['2.633 % teurer als bisher', '2.544 % über Umfeld-Ø', '+1']);
    expect(whyOf('00000001').title).toMatch(/^Bisher 32,90 € \(\+2\.632,5.%\) · Über Umfeld-Durchschnitt 34,00 €/);
    expect(cell('00000002', 'review-moved')).toBe(nbsp('−1,7 %−0,10'));
    expect(chipsOf('00000002')).toEqual(['unter Einkaufspreis']);
    await switchTo('Alle');
    expect(shownPzns()).toHaveLength(3);
  });

  test('filters by one reason, and a heading sorts as always', async () => {
    await open();
    await only();
    await openFilters();
    await select('Grund', 'Unter AEP mit MwSt. (1)');
    expect(shownPzns()).toEqual(['00000002']);
    expect((await progress()).textContent).toBe('0 geprüft');
    expect(await counts()).toEqual(['Alle 3', 'Zu prüfen 2']);
    await press('Bedingung Unter AEP mit MwSt. (1) entfernen');
    await press(/alt → neu/);
    expect(shownPzns()).toEqual(['00000002', '00000001']);
  });

  test('orders by weight or by euros, and says what that means', async () => {
    const rows = [
      // a loss on few packs, and a small rise on many
      { ...UNKNOWN, name: 'Arnika', calculatedPrice: 500, units: 1, aep: 500 },
      { ...UNKNOWN, name: 'Birke', calculatedPrice: 1300, units: 500 },
    ];
    const context = aContext(rows.map(() => ({ effectivePrice: 1000, priceType: 0 })));
    await openUpdate(() => anMdp(rows), { prepare: (server) => server.on('getReviewContext', () => context) });
    await only();
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    // said beside the switch, explained behind the sign
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reihenfolge' });
    expect(order.selectedOptions[0]?.textContent).toBe('Prozent und Euro');
    await select('Reihenfolge', 'Nur Euro');
    expect(shownPzns()).toEqual(['00000002', '00000001']);
    await press('Wie geprüft wird');
    await screen.findByText(/^Prozent und Euro: Je weiter/);
  });

  test('a browser that showed the columns of the review opens with what is to be reviewed, until all is asked for', async () => {
    localStorage.setItem('showReview', 'true');
    await open();
    await judged();
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    await switchTo('Alle');
    expect(shownPzns()).toHaveLength(3);
    expect(localStorage.getItem('showReview')).toBeNull();
  });

  test('counts follow the search', async () => {
    await open();
    await only();
    await user.type(screen.getByRole('textbox', { name: /^Suche nach/ }), 'Birke');
    await waitFor(async () => expect(await counts()).toEqual(['Alle 1', 'Zu prüfen 1']));
    expect((await progress()).textContent).toBe('0 geprüft');
  });

  test('what could not be judged is said in words', async () => {
    await open();
    await judged();
    await press('Wie geprüft wird');
    await screen.findByText('Bei 2 Artikeln fehlt der AEP.');
  });

  test('a corrected price is reviewed: it leaves the number, and keeps its tick and its place when asked for again', async () => {
    const { server } = await openMarked();
    await only();
    await enter(priceInput('00000001'), '32,90');
    await waitFor(async () => expect((await progress()).textContent).toBe('1 geprüft'));
    expect(server.callsOf('setReviewMarks').map(({ body }) => body)).toEqual([
      { marks: [{ pzn: '00000001', price: 3290, reviewed: true }] },
    ]);
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    expect(cell('00000001', 'review-reviewed')).toBe('geprüft');
    expect(cell('00000001', 'review-why')).toBe('jetzt in Ordnung');
    await switchTo('Alle');
    expect(await counts()).toEqual(['Alle 3', 'Zu prüfen 1']);
    await only();
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    expect((await progress()).textContent).toBe('1 geprüft');
  });

  test('opened again with a draft it has the same order and number, in euros too, and confirming names that number', async () => {
    const withDraft = ROWS.map((row, at) => (at === 0 ? { ...row, draftOwnPrice: 3290 } : row));
    await openUpdate(() => anMdp(withDraft), {
      prepare: (server) =>
        withMarks(server).on('getReviewMarks', () => ({
          persons: [
            {
              userName: 'Jonas Klein',
              mine: true,
              marks: { pzn: ['00000001'], price: [3290], markedAt: [1] },
            },
          ],
        })),
    });
    await only();
    await waitFor(async () => expect(await counts()).toEqual(['Alle 3', 'Zu prüfen 1']));
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    await select('Reihenfolge', 'Nur Euro');
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    await press('Preise freigeben');
    await screen.findByRole('radio', { name: 'Noch zu prüfen (1)' });
  });

  test('a save moves no row, and those that were to be reviewed stay counted', async () => {
    let draftOwnPrice: number | null = null;
    await openUpdate(() => anLzd(ROWS.map((row, at) => (at === 0 ? { ...row, draftOwnPrice } : row))), {
      prepare: (server) =>
        withMarks(server).on('saveLzd', () => {
          draftOwnPrice = 3290;
          return { status: 'OK', version: 6, saved: 1 };
        }),
    });
    await only();
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    await enter(priceInput('00000001'), '32,90');
    await waitFor(async () => expect((await progress()).textContent).toBe('1 geprüft'));
    await press('Daten zwischenspeichern');
    await user.click(await screen.findByRole('button', { name: 'LZD weiter bearbeiten' }));
    await screen.findByText('1 bearbeitet · gespeichert');
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    expect(await counts()).toEqual(['Alle 3', 'Zu prüfen 1']);
    expect((await progress()).textContent).toBe('1 geprüft');
  });

  test('a click marks the row and reviews nothing; a click anywhere in the cell of the tick reviews it', async () => {
    const { server } = await openMarked();
    await only();
    await user.click(screen.getByText('Arnika'));
    expect(rowOf('00000001').getAttribute('aria-selected')).toBe('true');
    expect(server.callsOf('setReviewMarks')).toEqual([]);
    expect(cell('00000001', 'review-reviewed')).toBe('');
    const ticked = rowOf('00000002').querySelector('[data-column="review-reviewed"] label') as HTMLElement;
    await user.click(ticked);
    await waitFor(() => expect(cell('00000002', 'review-reviewed')).toBe('geprüft'));
    expect(rowOf('00000002').getAttribute('aria-selected')).toBe('false');
  });

  /** The sum in the title line. */
  const sum = () => screen.getByRole('button', { name: /^Rohertrag/ });

  test('what the rows are worth follows the edits and says on how many it rests', async () => {
    await open();
    // (89.900 - 3.290) and (590 - 600) gross cents on 3 and 10 packs; net 755,46 - 27,65 and 4,96 - 5,04 a pack
    await waitFor(() => expect(sum().textContent).toBe('Rohertrag +2.183\u00a0€'));
    await user.click(sum());
    await screen.findByText(/^Gerechnet aus 2 von 2 Änderungen/);
    await enter(priceInput('00000001'), '32,90');
    await waitFor(() => expect(sum().textContent).toBe('Rohertrag −0,84\u00a0€'));
  });

  test('of marked rows it says what these are worth, as long as they are on screen', async () => {
    await open();
    await user.click(rowOf('00000002'));
    // -10 gross cents on 10 packs; net 4,96 - 5,04 a pack
    await waitFor(() => expect(sum().textContent).toBe('Rohertrag −0,84\u00a0€'));
    screen.getByText('1 markierte Zeile:');
    await user.click(rowOf('00000001'));
    screen.getByText('2 markierte Zeilen:');
    expect(sum().textContent).toBe('Rohertrag +2.183\u00a0€');
    await user.click(rowOf('00000001'));
    await user.click(rowOf('00000002'));
    await user.click(rowOf('00000003'));
    screen.getByText('1 markierte Zeile: keine Preisänderung');
    // the filter takes the marked row off the screen
    await only();
    expect(sum().textContent).toBe('Rohertrag dieser 2 +2.183\u00a0€');
  });

  test('a changed price says how many packs earn what the old one earned (rule 14.6)', async () => {
    const rows = [
      { ...UNKNOWN, name: 'Arnika', calculatedPrice: 700, units: 30, aep: 500 },
      { ...UNKNOWN, name: 'Birke', calculatedPrice: 595, units: 10, aep: 500 },
      { ...UNKNOWN, name: 'Cistus', calculatedPrice: 1500, units: 5, aep: 500 },
      { ...UNKNOWN, name: 'Dost', calculatedPrice: 700, units: 5 },
    ];
    const context = aContext(rows.map(() => ({ effectivePrice: 1000, priceType: 0 })));
    await openUpdate(() => anMdp(rows), { prepare: (server) => server.on('getReviewContext', () => context) });
    await only();
    await showColumn('Nötige Menge');
    const breakEven = (pzn: string) => cell(pzn, 'review-breakEven');
    // net 8,4034 and 5,8824 less 5,00: 3,4034 × 30 / 0,8824 = 115.7
    await waitFor(() => expect(breakEven('00000001')).toBe('116'));
    // at 5,95 nothing is earned; without AEP nobody knows
    expect(['00000002', '00000004'].map(breakEven)).toEqual(['–', '–']);
    await enter(priceInput('00000003'), '11,90');
    // 3,4034 × 5 / 5,00 = 3.4
    await waitFor(() => expect(breakEven('00000003')).toBe('4'));
  });

  test('without what the list knows it goes by the figures of the package', async () => {
    await open(() => new Refused(503, 'busy', 'Bitte später.'));
    expect((await judged()).textContent).toMatch(/^Zu prüfen/);
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
    await waitFor(async () => expect((await progress()).textContent).toBe('1 geprüft'));
    expect((await progress()).parentElement?.title).toBe('Geprüft von: Dr. Berger 1');
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

  test('goes out one after the other, and no answer from before brings a tick back that was taken off', async () => {
    const held: ((go: unknown) => void)[] = [];
    const hold = () => new Promise((go) => held.push(go));
    let persons = [by('Jonas Klein', true, '00000003', 1000)];
    let readings = 0;
    const { server } = await openUpdate(() => anMdp(ROWS), {
      prepare: (each) =>
        each
          .on('getReviewContext', () => CONTEXT)
          .on('getReviewMarks', async () => {
            readings++;
            if (readings !== 2) return { persons };
            const answer = { persons: [...persons, by('Dr. Berger', false, '00000002', 590)] };
            await hold();
            return answer;
          })
          .on('setReviewMarks', async ({ body }) => {
            const [{ reviewed, pzn, price }] = (body as { marks: [ReviewMarkRow] }).marks;
            if (!reviewed) await hold();
            persons = reviewed ? [by('Jonas Klein', true, pzn, price ?? 0)] : [];
            return { status: 'OK', marked: 1, unmarked: 0 };
          }),
    });
    await only();
    await user.click(box('00000001'));
    await waitFor(() => expect(readings).toBe(2));
    await user.click(box('00000001'));
    await user.click(box('00000002'));
    await waitFor(() => expect(held).toHaveLength(2));
    // the answer to what was asked between the two
    held[0]?.(undefined);
    await screen.findByTitle(/Dr. Berger 1$/);
    expect([box('00000001').checked, box('00000002').checked]).toEqual([false, true]);
    expect(server.callsOf('setReviewMarks')).toHaveLength(2);
    held[1]?.(undefined);
    await waitFor(() => expect(server.callsOf('setReviewMarks')).toHaveLength(3));
    await waitFor(() => expect(readings).toBeGreaterThan(2));
    expect([box('00000001').checked, box('00000002').checked]).toEqual([false, true]);
  });
});

const choices = () =>
  within(screen.getByRole('radiogroup', { name: 'Welche Artikel' }))
    .getAllByRole<HTMLInputElement>('radio')
    .map((radio) => [radio.labels?.[0]?.textContent, radio.checked]);

describe('what an approval does (rule 14.27)', () => {
  test('is counted and named in the confirmation, without any edit too', async () => {
    await open();
    await judged();
    await press('Preise freigeben');
    const summary = within(await screen.findByRole('region', { name: 'Was sich ändert' }));
    const counts = summary.getAllByRole('listitem').map((each) => each.textContent);
    expect(counts).toEqual(['1 Preis steigt', '1 Preis sinkt', '1 bleibt gleich']);
    expect(choices()).toEqual([
      ['Ihre Korrekturen (0)', false],
      ['Große Sprünge (1)', false],
      ['Unter AEP (1)', false],
      ['Noch zu prüfen (2)', true],
      ['Größte Änderungen', false],
    ]);
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    expect(cell('00000001', 'changePercent')).toMatch(/^\+10\.476,5.%$/);
    await press('Verteilung');
    await screen.findByRole('img', { name: /^So stark ändern sich die Preise: .*50 % bis …: 1$/ });
    await user.click(screen.getByRole('radio', { name: 'Ihre Korrekturen (0)' }));
    screen.getByText('Sie haben keinen Preis korrigiert. Alle 3 Preise werden wie berechnet freigegeben.');
    screen.getByText('Keine Korrekturen');
  });
});

// Rule 14.37.
describe('the number on the start page', () => {
  const { matchMedia } = globalThis;
  afterEach(() => {
    globalThis.matchMedia = matchMedia;
  });
  const follow = async (pzn: string[] = []) => {
    const marks = { pzn, price: pzn.map(() => 89_900), markedAt: pzn.map(() => 1) };
    const server = aServer()
      .on('getDashboard', () =>
        aDashboard({ tpData: [aGroup('OTC', { mdpId: 41, mdpCreatedAt: '2026-11-17T09:00:00.000Z' })] }),
      )
      .on('getReviewFigures', () => ({
        rows: 3,
        changed: 2,
        toReview: 2,
        doubts: [],
        grossProfit: { cents: 0, rows: 0, missing: 2, lacks: { added: 0, leaving: 0, units: 2 } },
        reviewed: { count: pzn.length, persons: [] },
      }))
      .on('getReviewMarks', () => ({ persons: [{ userName: 'Jonas Klein', mine: true, marks }] }))
      .on('getMdp', () => anMdp(ROWS))
      .on('getReviewContext', () => CONTEXT);
    await openPortal('/p/100101/tokenA', { roles: ['TP_admin_100101'], server });
    await user.click(await screen.findByRole('link', { name: new RegExp(`^Prüfen \\(${2 - pzn.length}\\)`) }));
  };

  test('leads to the first row to review, ready for its price', async () => {
    await follow();
    await findGrid();
    await waitFor(() => expect(document.activeElement).toBe(priceInput('00000001')));
    expect(shownPzns()).toEqual(['00000001', '00000002']);
  });

  test('leads past what is reviewed already', async () => {
    await follow(['00000001']);
    await findGrid();
    await waitFor(() => expect(document.activeElement).toBe(priceInput('00000002')));
    expect(shownPzns()).toEqual(['00000001', '00000002']);
  });

  test('leads to the first card on a phone', async () => {
    globalThis.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query === '(max-width: 48em)' });
    await follow();
    await screen.findByRole('button', { name: /^Übernehmen 899,00/ });
  });
});
