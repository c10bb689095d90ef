import { describe, expect, test } from '@jest/globals';
import { guessImportColumns } from '../../src/index.ts';

const pzn = (...headings: string[]) => guessImportColumns(headings, 'negativeimport').pzncolumn;
const price = (...headings: string[]) => guessImportColumns(['PZN', ...headings], 'priceimport').pricecolumn;
const type = (...headings: string[]) =>
  guessImportColumns(['PZN', 'Preis', ...headings], 'expertimport').negativecolumn;

describe('the column of an import is guessed by its heading', () => {
  test.each([
    // The plain name wins over longer ones in any position.
    [['PZN8', 'PZN alt'], 'PZN8'],
    [['Alte PZN', 'PZN'], 'PZN'],
    [['PZN Lieferant', 'Pharmazentralnummer'], 'Pharmazentralnummer'],
    [['PZN Lieferant', 'PZN-Nr.'], 'PZN-Nr.'],
    [['PZN Lieferant', 'PZN8 Code'], 'PZN8 Code'],
    [['Vergleich PZN8', 'PZN'], 'PZN'],
    [['PZN8 alt', 'PZN'], 'PZN'],
    [['Neue Pharmazentralnummer', 'PZN alt'], 'PZN alt'],
    [['Pharmazentralnummer alt', 'PZN alt'], 'PZN alt'],
    [['Pharmazentral', 'PZN alt'], 'Pharmazentral'],
    [['Artikelnummer', 'alte PZN'], 'alte PZN'],
    [['Artikelnummer', 'Artikel'], 'Artikelnummer'],
    [['Artikel-Nr.'], 'Artikel-Nr.'],
    [['Meine Artikelnummer'], undefined],
    [['Artikelnummer Lieferant'], undefined],
    [['Der PZN nach'], undefined],
    [['Produkt', 'Preis'], undefined],
  ])('%p', (headings, expected) => {
    expect(pzn(...headings)).toBe(expected);
  });

  test.each([
    [['VK', 'Neuer Preis'], 'Neuer Preis'],
    [['Preis', 'Neu-VK', 'Preis neu'], 'Preis neu'],
    [['Preis', 'Neue Preis'], 'Neue Preis'],
    [['Preis', 'Kein neuer Preis'], 'Preis'],
    [['Preis', 'Neuer Preis bisher'], 'Preis'],
    [['Preis', 'Alt-VK neu'], 'Preis'],
    [['Einkaufspreis', 'TruePrice'], 'TruePrice'],
    [['Preis je Stück', 'Verkaufspreis'], 'Verkaufspreis'],
    [['Preis je Stück', 'Mein Preis', 'VK'], 'VK'],
    [['Mindestpreis', 'Aktueller Preis'], 'Aktueller Preis'],
    [['Mindestpreis', 'Eigener Preis'], 'Eigener Preis'],
    [['Mindestpreis', 'VK brutto'], 'VK brutto'],
    [['Mindestpreis', 'VK-Preis brutto'], 'VK-Preis brutto'],
    [['Mindestpreis', 'Kein eigener Preis'], 'Mindestpreis'],
    [['Mindestpreis', 'Kein VK brutto'], 'Mindestpreis'],
    [['Mindestpreis', 'Price EUR'], 'Price EUR'],
    [['Mindestpreis', 'Unit price'], 'Mindestpreis'],
    [['Preistyp', 'Preiselastizität', 'Preisart', 'Preisinfo', 'Preisänderung'], undefined],
    [['Preistyp', 'Mindestpreis'], 'Mindestpreis'],
    [['VK netto'], 'VK netto'],
    [['Kein VK'], undefined],
    [['Größe'], undefined],
  ])('price: %p', (headings, expected) => {
    expect(price(...headings)).toBe(expected);
  });

  test.each([
    [['Typ', 'Preistyp'], 'Preistyp'],
    [['Negativ', 'Rohpreistyp'], 'Negativ'],
    [['Negativ', 'Preistyp alt'], 'Negativ'],
    [['Warentyp', 'Negative'], 'Negative'],
    [['Warentyp', 'Negativ'], 'Negativ'],
    [['Warentyp', 'Kennzeichen'], 'Kennzeichen'],
    [['Warentyp', 'Ohne Kennzeichen'], 'Warentyp'],
    [['Warentyp', 'Kennzeichen alt'], 'Warentyp'],
    [['Typ alt', 'Code alt', 'Steuercode'], 'Steuercode'],
    [['Typ alt', 'Code alt'], undefined],
  ])('type: %p', (headings, expected) => {
    expect(type(...headings)).toBe(expected);
  });

  test('no heading is given away twice', () => {
    expect(guessImportColumns(['PZN-Preis'], 'priceimport')).toEqual({ pzncolumn: 'PZN-Preis' });
    expect(guessImportColumns(['Straße', 'PZN'], 'priceimport')).toEqual({ pzncolumn: 'PZN' });
  });
});

test.each([
  [['PZN', 'Artikel', 'Preis'], { pzncolumn: 'PZN', pricecolumn: 'Preis' }],
  [['Artikel', 'pzn ', 'VK'], { pzncolumn: 'pzn ', pricecolumn: 'VK' }],
  [
    ['PZN', 'Produkt', 'AVP alt', 'AVP neu', 'TruePrice alt', 'TruePrice neu', 'Preistyp'],
    { pzncolumn: 'PZN', pricecolumn: 'TruePrice neu', negativecolumn: 'Preistyp' },
  ],
  [
    ['Pharmazentralnummer', 'Neuer Preis (€)', 'negative'],
    { pzncolumn: 'Pharmazentralnummer', pricecolumn: 'Neuer Preis (€)', negativecolumn: 'negative' },
  ],
  [['PZN', 'Preiselastizität', 'Verkaufspreis'], { pzncolumn: 'PZN', pricecolumn: 'Verkaufspreis' }],
  [
    ['PZN', 'Preiselastizität', 'VHP', 'Umfeldpreis Minimum', 'Preis', 'Preistyp'],
    { pzncolumn: 'PZN', pricecolumn: 'Preis', negativecolumn: 'Preistyp' },
  ],
  [['Spalte A', 'Spalte B'], {}],
])('the headings %j are guessed', (headings, guess) => {
  expect(guessImportColumns(headings, 'expertimport')).toEqual(guess);
});

test('a negative import looks for the PZN only', () => {
  expect(guessImportColumns(['PZN', 'Preis'], 'negativeimport')).toEqual({ pzncolumn: 'PZN' });
});
