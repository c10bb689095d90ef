import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NO_GUARDRAILS } from '@portal/rules';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList, priceInput as listPrice } from '../price-lists/open-list.tsx';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anLzd, anMdp, aQdp, type Row } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { focusRow, rowOf } from '../support/rows.ts';
import { Refused, type TestServer } from '../support/server.ts';
import { enter, press, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const withHistory =
  (entries: unknown = [], keptSince: string | null = null) =>
  (server: TestServer) =>
    server.on('getPriceHistory', () => entries).on('getChangesKept', () => ({ keptSince }));
const card = async () => within(await screen.findByRole('dialog', { name: /^Preiskarte mit Preishistorie: / }));
const section = async (name: string) => within(await (await card()).findByRole('region', { name }));
/** The sentences of the card, by their name. */
async function fact(name: string): Promise<string | null> {
  const term = (await card()).getByText(name, { selector: 'dt' });
  return term.nextElementSibling?.textContent ?? null;
}
/** Why the article is to be reviewed, in few words; in full as the title. */
const reasons = async () => (await card()).getByRole('group', { name: 'Zu prüfen, weil' });
/** Texts of a table row, by the start of its first cell. */
async function line(of: string, name: RegExp): Promise<(string | null)[]> {
  const row = (await section(of)).getAllByRole('row').find((each) => name.test(each.textContent ?? ''));
  return [...(row?.children ?? [])].map(({ textContent }) => textContent);
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const nbsp = (text: string) => text.replaceAll(' %', '\u00a0%');

describe('the price card opens (rule 14.32)', () => {
  const prepare = withHistory();

  test('from a price list by its button, and gives the focus back', async () => {
    await openList(() => aPriceList([{ name: 'Zink' }]), prepare);
    const button = screen.getByRole('button', { name: 'Preishistorie von PZN 00000001' });
    await user.click(button);
    await card();
    await press('Schließen');
    await closed();
    await waitFor(() => expect(document.activeElement === button).toBe(true));
  });

  test('while editing by Alt and Enter; Enter alone goes on working in the row', async () => {
    await openList(() => aPriceList([{ name: 'Zink' }, { name: 'Zitrone' }]), prepare);
    await press('Bearbeiten');
    focusRow('00000001');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(listPrice('00000001'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(listPrice('00000002'));
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    await (await card()).findByRole('heading', { name: /Zitrone.* \(PZN 00000002\)$/ });
    await user.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(document.activeElement).toBe(listPrice('00000002')));
    expect(rowOf('00000002').getAttribute('aria-selected')).not.toBe('true');
  });

  test('by Enter on a row that takes no input while others do', async () => {
    await openList(() => aPriceList([{}, {}], { blockedProducts: [{ pzn: '00000002' }] }), prepare);
    await press('Bearbeiten');
    focusRow('00000002');
    await user.keyboard('{Enter}');
    expect((await card()).getByRole('heading', { level: 2 }).textContent).toMatch(/PZN 00000002/);
  });

  test.each([
    ['MDP', anMdp],
    ['QDP', aQdp],
    ['LZD', anLzd],
  ])('from a %s by button and key', async (_kind, update) => {
    await openUpdate(() => update([{ name: 'Zink' }]), { prepare });
    await press('Preishistorie von PZN 00000001');
    await section('Warum dieser Preis');
    await user.keyboard('{Escape}');
    await closed();
    act(() => priceInput('00000001').focus());
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    expect(await line('Was der Preis bringt', /^Preis/)).toContain('9,00 €');
  });

  test('steps through the articles on screen by button and key', async () => {
    await openUpdate(() => anMdp([{ name: 'Arnika' }, { name: 'Birke' }]), { prepare });
    await press('Preishistorie von PZN 00000001');
    await (await card()).findByText('Artikel 1 von 2');
    await press('Vorheriger Artikel');
    await (await card()).findByText('Artikel 1 von 2');
    await press('Nächster Artikel');
    await (await card()).findByRole('heading', { name: /Birke/ });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nächster Artikel' }));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await (await card()).findByRole('heading', { name: /Arnika/ });
  });
});

describe('the price card says (rule 14.31)', () => {
  const ROW: Partial<Row> = {
    name: 'Ibu',
    content: '50 St',
    calculatedPrice: 952,
    formerCalculatedPrice: 950,
    avp: 1200,
    aep: 500,
    vhp: null,
    ravp: null,
    ravpRegio: 900,
    ravpNational: null,
    units: 30,
    peCluster: 2,
  };
  const SMALLER: Partial<Row> = { ...ROW, content: '20 St', calculatedPrice: 360 };
  const CONTEXT = aContext([
    { effectivePrice: 1000, priceType: 2, ownPrice: 1000, priceMin: 800, priceMax: 1100, aep: 480 },
    { effectivePrice: 360, priceType: 0 },
  ]);
  const HISTORY = [
    {
      createdAt: '2026-11-02T09:00:00.000Z',
      event: 'Preisliste gespeichert',
      username: 'Anna Berger',
      avp: 12,
      priceNew: 10,
      negative: 2,
      reason: 'Kundenwunsch',
    },
    {
      createdAt: '2026-10-01T08:00:00.000Z',
      event: 'Monatsupdate freigegeben',
      username: 'System',
      avp: 12,
      priceNew: 9.5,
      negative: 0,
    },
  ];
  const open = async (rows = [ROW, SMALLER], history: unknown = HISTORY, keptSince: string | null = null) => {
    await openUpdate(() => anMdp(rows), {
      prepare: (server) => withHistory(history, keptSince)(server).on('getReviewContext', () => CONTEXT),
    });
    await press('Preishistorie von PZN 00000001');
  };

  test('first of all what becomes of the price, and what that earns', async () => {
    await open();
    const first = (await section('Warum dieser Preis')).getByText('9,52 €').parentElement;
    expect(first?.textContent).toBe(nbsp('10,009,52 €−4,8 % (−0,48 €)'));
    (await card()).getByText('Spanne 3,40 → 3,00 € · Rohertrag 102 → 90 €');
  });

  test('of an article that is not on the list yet what it is sold at (rule 14.16)', async () => {
    await openUpdate(() => aQdp([{ ...ROW, formerCalculatedPrice: null, ravp: 899 }]), {
      prepare: (server) =>
        withHistory([])(server).on('getReviewContext', () => aContext([{ effectivePrice: null, priceType: null }])),
    });
    await press('Preishistorie von PZN 00000001');
    const first = (await section('Warum dieser Preis')).getByText('9,52 €').parentElement;
    expect(first?.textContent).toBe('8,999,52 €neu');
    (await section('Warum dieser Preis')).getByText('8,99 €, noch nicht in der Liste');
    (await section('Warum dieser Preis')).getByRole('img', { name: /heute 8,99 €/ });
    expect(await line('Was der Preis bringt', /^Preis/)).toEqual(['Preis', '8,99 €', '9,52 €', '–']);
  });

  test('where the price lies, who knows what it is compared with, and what is missing', async () => {
    await open();
    // 9,52 of 9,00 is 5.8 % more; AEP 5,00 is 5,95 gross, 60 % below it
    expect(await line('Warum dieser Preis', /^Umfeld-Durchschnitt/)).toEqual([
      'Umfeld-Durchschnitt',
      '9,00 €',
      nbsp('+5,8 %'),
    ]);
    expect(await line('Warum dieser Preis', /^Umfeld-Minimum/)).toEqual([
      'Umfeld-Minimumaus der Preisliste',
      '8,00 €',
      nbsp('+19,0 %'),
    ]);
    expect(await line('Warum dieser Preis', /^AEP/)).toEqual([
      'AEP mit MwSt.netto 5,00 € plus MwSt. (19 % angenommen)',
      '5,95 €',
      nbsp('+60,0 %'),
    ]);
    // where most of them come from stands once
    (await section('Warum dieser Preis')).getByRole('columnheader', { name: 'Werte aus dem Update' });
    // what is missing comes last, in one line
    (await section('Warum dieser Preis')).getByText('Es fehlt: VHP, Nationaler Durchschnitt');
    (await section('Warum dieser Preis')).getByRole('img', {
      name: 'Lage des Preises, vom niedrigsten zum höchsten: AEP + MwSt. 5,95 €, Min 8,00 €, Ø 9,00 €, neu 9,52 €, heute 10,00 €, Max 11,00 €, AVP 12,00 €',
    });
  });

  test('that an Umfeld price does not belong to the others, beside the scale that it would stretch (rule 14.60)', async () => {
    const delivered = { deliveredPriceMin: 850, deliveredPriceMax: 9600 };
    await openUpdate(() => anMdp([{ ...ROW, ravpRegio: 800, calculatedPrice: 952 }, SMALLER]), {
      prepare: (server) =>
        withHistory()(server).on('getReviewContext', () =>
          // Ø 8,00: a minimum of 8,50 is on its wrong side, a maximum of 96,00 is 12 times as much
          aContext([{ effectivePrice: 850, priceType: 0, priceAvg: 800, ...delivered }, {}]),
        ),
    });
    await press('Preishistorie von PZN 00000001');
    expect(await line('Warum dieser Preis', /^Umfeld-Maximum/)).toEqual([
      'Umfeld-Maximumzweifelhaft, zählt nicht',
      '96,00 €',
      '–',
    ]);
    expect(await line('Warum dieser Preis', /^Umfeld-Minimum/)).toContain('–');
    (await section('Warum dieser Preis')).getByRole('img', {
      name: 'Lage des Preises, vom niedrigsten zum höchsten: AEP + MwSt. 5,95 €, Ø 8,00 €, heute 8,50 €, neu 9,52 €, AVP 12,00 €',
    });
    // 9,52 is 19 % above 8,00
    expect((await reasons()).querySelector('[title]')?.getAttribute('title')).toContain(
      nbsp('Über Umfeld-Durchschnitt 8,00 € (+19,0 %), Umfeld-Maximum 96,00 € zweifelhaft'),
    );
  });

  test('since when and by whom an own price is in force, and what becomes of it', async () => {
    await open();
    await (await card()).findByText('Anna Berger');
    expect(await fact('Preis heute')).toBe(
      'Eigener Preis 10,00 €, seit 02.11.2026 durch Anna Berger (Preisliste gespeichert; Grund: Kundenwunsch)',
    );
    expect(await fact('Neuer Preis')).toBe('Berechneter TruePrice 9,52 €');
    expect(await fact('Berechneter TruePrice')).toBe('9,52 €, bisher 9,50 €');
    expect((await reasons()).textContent).toContain('eigener Preis 10,00 € endet');
    expect(await fact('Nicht geprüft, weil Angaben fehlen')).toContain('Ungewohnte Endung');
    expect(await fact('Endung')).toBe('unbekannt: ohne Preis oder weniger als 200 Preise');
    expect(await fact('Absatz')).toBe('30 Packungen im Absatzzeitraum');
    expect(await fact('Preiselastizität')).toBe('hoch elastisch');
    expect(await fact('VH Preiselastizität')).toBe('fehlt');
    expect(await fact('Artikel')).toBe('Muster Pharma · 50 St · N1');
  });

  test('which guardrail the price breaks', async () => {
    await openUpdate(() => anMdp([ROW, SMALLER]), {
      prepare: (server) =>
        withHistory()(server).on('getReviewContext', () => ({
          ...CONTEXT,
          guardrails: { ...NO_GUARDRAILS, maxChangePercent: 3 },
        })),
    });
    await press('Preishistorie von PZN 00000001');
    // 10,00 to 9,52
    expect((await (await card()).findByText(/^Leitplanke: /)).textContent).toContain(nbsp('−4,8 %'));
    await press('Nächster Artikel');
    await (await card()).findByText('20 St, dieser Artikel');
    expect((await card()).queryByText(/^Leitplanke: /)).toBeNull();
  });

  test('who changed the price and why, in the chart too', async () => {
    await open();
    const history = await section('Preishistorie');
    const chart = await history.findByRole('img', { name: 'Preisverlauf zwischen 9,50 € und 10,00 €' });
    expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      '9,50 € · Monatsupdate freigegeben · System',
      '10,00 € · Preisliste gespeichert · Anna Berger · Kundenwunsch',
    ]);
    expect(history.getByText('Grund: Kundenwunsch')).toBeTruthy();
  });

  test('what stood before the first change begins the history and its chart (rule 4.18)', async () => {
    // The new year 2026 in Berlin
    const oldest = { priceOld: 3.49, negativeOld: 2, keptSince: '2025-12-31T23:00:00.000Z' };
    await open(undefined, [{ ...HISTORY[1], ...oldest }]);
    const history = await section('Preishistorie');
    await history.findByText('Änderungen vor dem 01.01.2026 werden nicht mehr aufbewahrt.');
    const chart = await history.findByRole('img', { name: 'Preisverlauf zwischen 3,49 € und 9,50 €' });
    expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      '3,49 € · vorher',
      '9,50 € · Monatsupdate freigegeben · System',
    ]);
    expect(history.getAllByRole('row').at(-1)?.textContent).toBe(
      'Vorher, seit wann ist nicht bekannt3,49 €Eigener Preis',
    );
  });

  test('that nobody knows who made a price which the history does not hold', async () => {
    await open([ROW, SMALLER], []);
    await (await card()).findByText(/noch keine Preisänderung/);
    expect(await fact('Preis heute')).toBe('Eigener Preis 10,00 €, seit wann und von wem ist nicht bekannt');
  });

  test('what is not known of its way is left out', async () => {
    await open();
    const way = await section('Weg des Preises');
    const steps = (await way.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(steps).toEqual(['An die Kasse gegebennoch nicht', 'In der Kassenoch nicht', 'Etikettnoch keins gedruckt']);
  });

  test('that there was no change is said of the time only of which changes are kept (rule 4.18)', async () => {
    await open([ROW, SMALLER], [], '2025-12-31T23:00:00.000Z');
    await (await card()).findByText(
      'Für diesen Artikel gab es seit dem 01.01.2026 keine Preisänderung. Änderungen davor werden nicht mehr aufbewahrt.',
    );
    expect((await card()).queryByText(/noch keine Preisänderung/)).toBeNull();
  });

  test('what the change earns, and how many packs earn the same', async () => {
    await open();
    const row = (name: RegExp) => line('Was der Preis bringt', name);
    // net 8,4034 and 8,00; less 5,00; times 30
    expect(await row(/^ohne MwSt/)).toEqual(['ohne MwSt. (19 % angenommen)', '8,40 €', '8,00 €', '−0,40 €']);
    expect(await row(/^Spanne/)).toEqual(['Spanne je Packung', '3,40 €', '3,00 €', '−0,40 €']);
    expect(await row(/^Rohertrag/)).toEqual(['Rohertrag bei 30 Packungen', '102,10 €', '90,00 €', '−12,10 €']);
    (await card()).getByText('Nötige Menge: Zum neuen Preis bringen 35 statt 30 Packungen denselben Rohertrag.');
  });

  test('of a single pack', async () => {
    await open([{ ...ROW, units: 1 }]);
    expect((await line('Was der Preis bringt', /^Rohertrag/))[0]).toBe('Rohertrag bei einer Packung');
  });

  test('nothing that rests on a missing figure', async () => {
    await openUpdate(() => anMdp([{ ...ROW, aep: null }]), {
      prepare: (server) => withHistory()(server).on('getReviewContext', () => aContext([{ effectivePrice: 1000 }])),
    });
    await press('Preishistorie von PZN 00000001');
    expect(await line('Was der Preis bringt', /^Spanne/)).toEqual(['Spanne je Packung', '–', '–', '−0,40 €']);
    (await card()).getByText('Es fehlt: AEP. Was darauf beruht, lässt sich nicht berechnen.');
    expect((await card()).queryByText(/^Break-even/)).toBeNull();
  });

  test('which other packs there are, and that a larger one costs more each', async () => {
    await open();
    // 3,60 for 20 are 18 cents each, 9,52 for 50 are 19.04
    expect(await line('Andere Packungen', /^20 St/)).toEqual(['20 St, PZN 00000002', '3,60 €', '18,0 ct je Stück']);
    expect(await line('Andere Packungen', /^50 St/)).toEqual([
      `50 St, dieser Artikel${nbsp('5,8 % teurer je Einheit als 20 St')}`,
      '9,52 €',
      '19,0 ct je Stück',
    ]);
    await press('20 St, PZN 00000002');
    await (await card()).findByRole('heading', { name: /PZN 00000002/ });
    await (await card()).findByText('20 St, dieser Artikel');
  });

  test('the entered price in place of the calculated one', async () => {
    await openUpdate(() => anMdp([ROW, SMALLER]), {
      prepare: (server) => withHistory(HISTORY)(server).on('getReviewContext', () => CONTEXT),
    });
    await enter(priceInput('00000001'), '9,00');
    await press('Preishistorie von PZN 00000001');
    await waitFor(async () =>
      expect(await fact('Neuer Preis')).toBe('Eigener Preis 9,00 €, eingegeben, noch nicht in Kraft'),
    );
    expect(await line('Warum dieser Preis', /^Umfeld-Durchschnitt/)).toContain(nbsp('0,0 %'));
    // 9,00 for 50 are 18 cents each, as many as for 20
    expect((await card()).queryByText(/teurer je Einheit/)).toBeNull();
  });

  test('a history that cannot be loaded, while all the rest is there', async () => {
    let fails = true;
    await openList(
      () => aPriceList([{ content: 'Set' }]),
      (server) => server.on('getPriceHistory', () => (fails ? new Refused(503, 'busy', 'Bitte später.') : HISTORY)),
    );
    await press('Preishistorie von PZN 00000001');
    await (await section('Preishistorie')).findByText('Bitte später.');
    (await card()).getByText('Der Inhalt „Set“ lässt sich nicht mit anderen Packungen vergleichen.');
    expect(await fact('Preis heute')).toBe('Berechneter TruePrice 9,50 €');
    fails = false;
    await press('Erneut versuchen');
    await (await section('Preishistorie')).findByText('Grund: Kundenwunsch');
    expect(await fact('Preis heute')).toBe(
      'Berechneter TruePrice 9,50 €, seit 01.10.2026 durch System (Monatsupdate freigegeben)',
    );
  });
});
