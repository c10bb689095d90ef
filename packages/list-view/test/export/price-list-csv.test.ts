import { describe, expect, test } from '@jest/globals';
import {
  csvText,
  ALL_EXPERT_COLUMNS,
  lzdFormatFile,
  lzdFormatRows,
  NO_EXPERT_COLUMNS,
  priceListFile,
} from '../../src/index.ts';
import { listOf } from '../price-list/factory.ts';

const list = listOf([
  {
    name: 'Bärentrauben-Tee',
    content: '20 ST',
    producer: 'Kräuter & Söhne',
    brand: 'Öko',
    normSize: 'N1',
    atc: 'G04BX',
    peCluster: 2,
    vhCluster: 0,
    units: 12,
    avp: 500,
    aep: 250,
    vhp: 400,
    priceMin: 350,
    priceAvg: 420,
    priceMax: 600,
    calculatedPrice: 450,
    date: 1_762_300_799, // 2025-11-05 00:59:59 in Berlin
  },
  { name: 'Gerät', avp: 123_456, calculatedPrice: 100_000, ownPrice: 129_999, priceType: 2 },
  { name: 'Salbe', avp: 900, calculatedPrice: 800, priceType: 1 },
  { name: 'Tropfen', calculatedPrice: 700, ownPrice: 750, priceType: 3 },
  { name: 'Zäpfchen', units: 0 },
]);
const lines = (text: string) => text.split('\r\n');

describe('the price-list CSV (rule 10.7)', () => {
  test('has no expert column in standard mode; an exclusion has no price, German numbers, the order of the screen', () => {
    expect(csvText(priceListFile(list, [1, 0, 2, 3, 4], NO_EXPERT_COLUMNS))).toBe(
      [
        '\ufeffPZN;Produkt;Inhalt;Hersteller;AVP;Differenz AVP (%);Preis;Preistyp',
        '00000002;Gerät;;Muster Pharma;1234,56;5,3;1299,99;Eigener Preis',
        '00000001;Bärentrauben-Tee;20 ST;Kräuter & Söhne;5,00;-10,0;4,50;Berechneter TruePrice',
        '00000003;Salbe;;Muster Pharma;9,00;;;Ausschlussartikel',
        '00000004;Tropfen;;Muster Pharma;;;7,50;Dauerpreis',
        '00000005;Zäpfchen;;Muster Pharma;;;;Berechneter TruePrice',
        '',
      ].join('\r\n'),
    );
  });

  test('has all expert columns when all are switched on', () => {
    const [header, row, next] = lines(csvText(priceListFile(list, [0, 4], ALL_EXPERT_COLUMNS)));
    expect(header).toBe(
      '\ufeffPZN;Produkt;Inhalt;Hersteller;Marke;Normgröße;ATC;Preiselastizität;VH Preiselastizität;Absatz;AVP;Differenz AVP (%);' +
        'AEP;Differenz AEP (%);VHP;Differenz VHP (%);Umfeldpreis Minimum;Differenz Umfeldpreis Minimum (%);' +
        'Umfeldpreis Durchschnitt;Differenz Umfeldpreis Durchschnitt (%);Umfeldpreis Maximum;Differenz Umfeldpreis Maximum (%);' +
        'Preis;Preistyp;Letzte Änderung',
    );
    expect(row).toBe(
      '00000001;Bärentrauben-Tee;20 ST;Kräuter & Söhne;Öko;N1;G04BX;hoch elastisch;nicht elastisch;12;5,00;-10,0;' +
        '2,50;80,0;4,00;12,5;3,50;28,6;4,20;7,1;6,00;-25,0;4,50;Berechneter TruePrice;05.11.2025',
    );
    expect(next).toBe('00000005;Zäpfchen;;Muster Pharma;;;;;;0;;;;;;;;;;;;;;Berechneter TruePrice;05.11.2025');
  });

  test('has of the expert columns those that are switched on', () => {
    const text = csvText(priceListFile(list, [0], { ...NO_EXPERT_COLUMNS, showBrand: true, showVhPrice: true }));
    expect(lines(text)[0]).toBe(
      '\ufeffPZN;Produkt;Inhalt;Hersteller;Marke;AVP;Differenz AVP (%);VHP;Differenz VHP (%);Preis;Preistyp',
    );
  });

  test('lets no name run as a formula', () => {
    const sly = listOf([{ name: '=HYPERLINK("http://x")', producer: '+49 Pharma;GmbH', calculatedPrice: 100 }]);
    expect(lines(csvText(priceListFile(sly, [0], NO_EXPERT_COLUMNS)))[1]).toBe(
      '00000001;"\'=HYPERLINK(""http://x"")";;"\'+49 Pharma;GmbH";;;1,00;Berechneter TruePrice',
    );
  });
});

describe('the LZD-format CSV (rule 10.8)', () => {
  test('has the columns of an LZD, today’s prices and no exclusion', () => {
    expect(lines(csvText(lzdFormatFile(list, [1, 0, 2, 3, 4])))).toEqual([
      '\ufeffPrüfungsgrund;PZN;Produkt;Inhalt;Hersteller;Marke;Normgröße;AVP alt;AVP neu;TruePrice alt;TruePrice neu;Preistyp;' +
        'ATC;Cluster;VH Cluster;Absatz;AVP;AEP;VHP;AVP Region;AVP National;Aktueller Preis',
      ';00000002;Gerät;;Muster Pharma;;;1234,56;1234,56;1299,99;1000,00;Eigener Preis;;;;;1234,56;;;;;1299,99',
      ';00000001;Bärentrauben-Tee;20 ST;Kräuter & Söhne;Öko;N1;5,00;5,00;4,50;4,50;Berechneter TruePrice;' +
        'G04BX;hoch elastisch;nicht elastisch;12;5,00;2,50;4,00;4,20;;4,50',
      ';00000004;Tropfen;;Muster Pharma;;;;;7,50;7,00;Dauerpreis;;;;;;;;;;7,50',
      '',
    ]);
  });

  test('gives a product that was never calculated its own price, and leaves out one without any', () => {
    const odd = listOf([{ ownPrice: 333, priceType: 2 }, {}]);
    expect([...lzdFormatRows(odd, [1, 0])]).toEqual([0]);
    expect(lines(csvText(lzdFormatFile(odd, [1, 0])))[1]).toBe(
      ';00000001;Artikel;;Muster Pharma;;;;;3,33;3,33;Eigener Preis;;;;;;;;;;3,33',
    );
  });
});
