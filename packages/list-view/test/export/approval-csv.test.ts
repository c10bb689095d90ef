import { describe, expect, test } from '@jest/globals';
import { csvText, approvalFile } from '../../src/index.ts';
import { type UpdateKind } from '@portal/rules';
import { type Entry, packageOf } from '../approval/factory.ts';

const APPROVED = { editable: false, approved: true };
const entry: Partial<Entry> = {
  name: 'Hustensaft',
  content: '100 ml',
  producer: 'Grün GmbH',
  brand: 'Grün',
  normSize: 'N2',
  atc: 'R05',
  peCluster: 1,
  vhCluster: 2,
  units: 7,
  avpOld: 990,
  avp: 1000,
  aep: 500,
  vhp: 800,
  ravp: 950,
  ravpRegio: 940,
  ravpNational: 930,
  formerCalculatedPrice: 900,
  calculatedPrice: 910,
  checkReason: 'Neuer Artikel; prüfen',
};
const csv = (kind: UpdateKind, entries: Partial<Entry>[], rows = entries.map((_, row) => row)) =>
  csvText(approvalFile(packageOf(kind, entries, APPROVED), rows)).split('\r\n');

const PRICE = ';Preis';
const MDP = 'PZN;Produkt;Inhalt;Hersteller;Marke;Normgröße;AVP alt;AVP neu;TruePrice alt;TruePrice neu;Preistyp';
const QDP = `${MDP};ATC;Cluster;VH Cluster;Absatz;AVP;AEP;VHP;AVP Region;AVP National;Aktueller Preis`;
const ROW = '00000001;Hustensaft;100 ml;Grün GmbH;Grün;N2;9,90;10,00;9,00;9,10;Berechneter TruePrice';
const MARKET = 'R05;mittel elastisch;hoch elastisch;7;10,00;5,00;8,00;9,40;9,30;9,50';

// Rule 10.13.
describe('the CSV of an approval (rule 10.9)', () => {
  test('MDP', () => {
    expect(csv('MDP', [entry])).toEqual([`\ufeff${MDP}${PRICE}`, `${ROW};9,10`, '']);
  });

  test('QDP adds the market', () => {
    expect(csv('QDP', [entry])).toEqual([`\ufeff${QDP}${PRICE}`, `${ROW};${MARKET};9,10`, '']);
  });

  test('LZD starts with the check reason', () => {
    expect(csv('LZD', [entry])).toEqual([
      `\ufeffPrüfungsgrund;${QDP}${PRICE}`,
      `"Neuer Artikel; prüfen";${ROW};${MARKET};9,10`,
      '',
    ]);
  });

  test('names the four types, carries the calculated price and last the approved one, in the order of the rows', () => {
    const rows = csv(
      'MDP',
      [
        { calculatedPrice: 100, priceType: 0 },
        { calculatedPrice: 200, priceType: 1 },
        { calculatedPrice: 300, priceType: 2, ownPrice: 333 },
        { calculatedPrice: 400, priceType: 3, ownPrice: 444 },
      ],
      [3, 1, 0, 2],
    );
    expect(rows.slice(1, -1).map((row) => row.split(';').filter((_, cell) => cell === 0 || cell > 8))).toEqual([
      ['00000004', '4,00', 'Dauerpreis', '4,44'],
      ['00000002', '2,00', 'Negativartikel', ''],
      ['00000001', '1,00', 'Berechneter TruePrice', '1,00'],
      ['00000003', '3,00', 'Eigener Preis', '3,33'],
    ]);
  });

  test('names rows that were not approved because the product is off the market (rule 6.6)', () => {
    const rows = csv('MDP', [{ inactive: true, calculatedPrice: 910 }, { calculatedPrice: 920 }]).slice(1, -1);
    expect(rows.map((row) => row.split(';').filter((_, cell) => cell === 0 || cell > 8))).toEqual([
      ['00000001', '9,10', 'Inaktiv', ''],
      ['00000002', '9,20', 'Berechneter TruePrice', '9,20'],
    ]);
  });
});
