import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { guessImportColumns, matchPriceHeading } from '../../src/index.ts';

const pzn = (...headings: string[]) => guessImportColumns(headings, 'negativeimport').pzncolumn;
const price = (...headings: string[]) => guessImportColumns(['PZN', ...headings], 'priceimport').pricecolumn;
const type = (...headings: string[]) =>
  guessImportColumns(['PZN', 'Preis', ...headings], 'expertimport').negativecolumn;

/** Headings of a gross selling price. */
const NAMED = `
  VK; Preis; VK brutto; Verkaufspreis; Neuer Preis; Eigener Preis; TruePrice neu; Preis (€); VK-Preis; VK inkl. 19 % MwSt.
  Preis incl. MwSt; Bruttopreis; VK_brutto; VKPreis; VK aktuell; Aktueller Preis; Preis in EUR; Verkaufspreis brutto; VK [€]
  Mein Preis; Neu-VK; preis neu; PREIS; TruePrice; Price; Selling price
`
  .trim()
  .split(/;\s*|\n\s*/);

/** Headings that hold a price or figure of another kind. */
const OTHERS = `
  Einkaufspreis; EK; EK-Preis; EKPreis; AEP; AEP neu; AEK; VK netto; Preis netto; Nettopreis; VKNetto; VK (netto); VK alt; Preis alt
  alter Preis; Altpreis; Alter VK; VKalt; TruePrice alt; Preis bisher; Bisheriger Preis; Preis Vormonat; VK Vorjahr; letzter Preis
  früherer Preis; Frueherer VK; Ursprungspreis; old price; Grundpreis; Grundpreis je 100 ml; Preis pro Stück; Preis je 100 g
  Stückpreis; VK/Stück; Preis/kg; Unit price; Einzelpreis; Preisdifferenz; Differenz VK; Preisänderung; Preisabweichung; Preis %
  Preis in %; VK-Spanne; Preisvorteil; Δ Preis; Preisgruppe; Preistyp; Preisart; Preiselastizität; Preisinfo; Preisliste; Preisstand
  Preisdatum; VK-Datum; Preis gültig ab; Umfeldpreis; Umfeldpreis Minimum; Marktpreis; Preis Wettbewerb; Konkurrenzpreis; Ø Preis
  Durchschnittspreis; Preis Region; UVP; UVP-Preis; AVP; AVP neu; APU; HAP; VHP; Listenpreis; Taxe-VK; Herstellerabgabepreis
  Apothekenverkaufspreis; Rabattpreis; Staffelpreis; Mindestpreis; Höchstpreis; Preis min; Max. Preis; Festbetrag; empfohlener Preis
  Preis ohne MwSt; Preis exkl. MwSt.; VK zzgl. MwSt; Preis o. MwSt.; VK-Menge; VK Anzahl; Verkaufsmenge; Menge; VK Umsatz
  Preis in Cent; VK (ct); Preis $; Preis CHF; Kein VK; Artikel; Stand; Datum; Größe; Kein eigener Preis
`
  .trim()
  .split(/;\s*|\n\s*/);

describe('a column is guessed only where its heading leaves no choice (rule 5.9)', () => {
  test.each(NAMED)('price: %s', (heading) => {
    expect(price(heading)).toBe(heading);
    expect(price('Artikel', heading, 'AVP', 'EK', 'VK netto')).toBe(heading);
  });

  test.each(OTHERS)('another one: %s', (heading) => {
    expect(price(heading)).toBeUndefined();
    expect(price(heading, 'VK brutto')).toBe('VK brutto');
  });

  test.each([
    'Aktionspreis',
    'Preis Filiale',
    'VK 2',
    'Preis 2024',
    'Wunschpreis',
    'Preisvorschlag',
    'VK01',
    'Onlinepreis',
    'Preis DocMorris',
  ])('possible, so that the user chooses: %s', (heading) => {
    expect(price(heading)).toBeUndefined();
    expect(price('VK', heading)).toBeUndefined();
  });

  test('two that could be it decide nothing', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(NAMED, { minLength: 2 }), fc.subarray(OTHERS), (named, others) => {
        expect(price(...others, ...named)).toBeUndefined();
        expect(price(...named, ...others)).toBeUndefined();
      }),
    );
  });

  test('nothing that says net, former or purchase is ever a selling price', () => {
    const other = fc.constantFrom(
      'netto',
      'alt',
      'EK',
      'AEP',
      'Menge',
      'je',
      'Differenz',
      'bisher',
      'ohne MwSt',
      'Umfeld',
    );
    fc.assert(
      fc.property(fc.constantFrom(...NAMED), other, fc.boolean(), (name, word, before) => {
        expect(matchPriceHeading(before ? `${word} ${name}` : `${name} ${word}`)).toBe('other');
      }),
    );
  });

  test.each([
    [['PZN8', 'PZN alt'], 'PZN8'],
    [['Alte PZN', 'PZN'], 'PZN'],
    [['PZN Lieferant', 'Pharmazentralnummer'], 'Pharmazentralnummer'],
    [['PZN Lieferant', 'PZN-Nr.'], 'PZN-Nr.'],
    [['Vergleich PZN8', 'pzn '], 'pzn '],
    [['PZN', 'PZN8'], undefined],
    [['PZN alt'], undefined],
    [['PZN Original'], undefined],
    [['Artikelnummer'], undefined],
    [['Produkt', 'Preis'], undefined],
  ])('PZN: %j', (headings, expected) => {
    expect(pzn(...headings)).toBe(expected);
  });

  test.each([
    [['Typ', 'Preistyp'], 'Preistyp'],
    [['Preistyp alt', 'Preistyp neu'], 'Preistyp neu'],
    [['Warentyp', 'Negativ'], 'Negativ'],
    [['Preistyp', 'Preisart'], undefined],
    [['Preistyp alt'], undefined],
    [['Steuercode'], undefined],
    [['Kennzeichen'], undefined],
  ])('type: %j', (headings, expected) => {
    expect(type(...headings)).toBe(expected);
  });
});

const PACKAGE = ['PZN', 'Produkt', 'AVP alt', 'AVP neu', 'TruePrice alt', 'TruePrice neu', 'Preistyp'];
test.each([
  ['a price list', ['PZN', 'Preiselastizität', 'AVP', 'VHP', 'Umfeldpreis Minimum', 'Preis', 'Preistyp'], 'Preis'],
  ['an open package', PACKAGE, 'TruePrice neu'],
  ['an open package with the current price', [...PACKAGE, 'AVP', 'AVP Region', 'Aktueller Preis'], 'TruePrice neu'],
  ['an approved package', [...PACKAGE, 'AVP', 'Aktueller Preis', 'Preis'], 'Preis'],
  ['a log', ['PZN', 'Produkt', 'Preis alt', 'Preis neu', 'Preistyp alt', 'Preistyp neu', 'Benutzer'], 'Preis neu'],
  ['a till file', ['PZN', 'VK'], 'VK'],
])("the portal's own files are known: %s", (_, headings, expected) => {
  expect(guessImportColumns(headings, 'priceimport')).toEqual({ pzncolumn: 'PZN', pricecolumn: expected });
});

test('a price of unknown origin beside those of a package leaves the choice to the user', () => {
  expect(guessImportColumns([...PACKAGE, 'VK'], 'priceimport')).toEqual({ pzncolumn: 'PZN' });
});

test('a negative import looks for the PZN only', () => {
  expect(guessImportColumns(['PZN', 'Preis'], 'negativeimport')).toEqual({ pzncolumn: 'PZN' });
  expect(guessImportColumns(['Spalte A', 'Spalte B'], 'expertimport')).toEqual({});
});
