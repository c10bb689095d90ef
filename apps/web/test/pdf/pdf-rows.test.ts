import { describe, expect, test } from '@jest/globals';
import { buildApprovalModel, buildPriceListModel, type UpdateColumns } from '@portal/list-view';
import { type PriceType } from '@portal/rules';
import { approvalPdf, priceListPdf } from '../../src/features/pdf/pdf-rows.ts';
import { aPriceList } from '../price-lists/list.ts';

// Rule 10.33.
describe('the PDF of a price list', () => {
  const model = buildPriceListModel(
    aPriceList([
      { name: 'Zink', calculatedPrice: 123450 },
      { name: 'Salbe', content: null, calculatedPrice: 900, ownPrice: 849, priceType: 2 },
      { name: 'Tee', calculatedPrice: 900, ownPrice: 1000, priceType: 3 },
      { name: 'Saft', calculatedPrice: 900, priceType: 1 },
    ]).columns,
  );

  test('has the rows shown, in their order, with the price that reaches the till and E or D', () => {
    expect(priceListPdf(model, [3, 1, 0])).toEqual({
      template: 'pricelist',
      title: 'Preisliste',
      products: [
        { pzn: '00000004', name: 'Saft', content: '20 St', price: '---', priceinfo: '' },
        { pzn: '00000002', name: 'Salbe', content: null, price: '8,49 EUR', priceinfo: 'E' },
        { pzn: '00000001', name: 'Zink', content: '20 St', price: '1.234,50 EUR', priceinfo: '' },
      ],
    });
    expect(priceListPdf(model, [2]).products[0]?.priceinfo).toBe('D');
  });

  test('has the producers of articles that share a name, as far as both are printed', () => {
    const list = buildPriceListModel(
      aPriceList([
        { name: 'Zink', producer: 'STADA' },
        { name: 'Zink', producer: 'HEXAL' },
        { name: 'Tee', producer: 'BAYER' },
      ]).columns,
    );
    const producers = (rows: number[]) => priceListPdf(list, rows).products.map(({ producer }) => producer);
    expect(producers([0, 1, 2])).toEqual(['STADA', 'HEXAL', undefined]);
    expect(producers([1, 2])).toEqual([undefined, undefined]);
  });
});

describe('the PDF of an approved package', () => {
  type Row = { priceType: PriceType; ownPrice?: number; ravp?: number; inactive?: boolean };
  const modelOf = (kind: 'MDP' | 'QDP' | 'LZD', rows: Row[]) => {
    const all = <Value>(value: (row: Row, i: number) => Value) => rows.map(value);
    const columns: Partial<UpdateColumns> = {
      pzn: all((_, i) => `0000000${i}`),
      name: all((_, i) => `Artikel ${i}`),
      producer: all(() => 'Muster Pharma'),
      content: all(() => '10 St'),
      priceType: all((row) => row.priceType),
      calculatedPrice: all(() => 1100),
      formerCalculatedPrice: all(() => 950),
      ravp: all((row) => row.ravp ?? null),
      ownPrice: all((row) => row.ownPrice ?? null),
      inactive: all((row) => row.inactive ?? false),
    };
    return buildApprovalModel(kind, columns as UpdateColumns, { editable: false, approved: true });
  };
  const rows: Row[] = [
    { priceType: 0 },
    { priceType: 1 },
    { priceType: 2, ownPrice: 990, ravp: 960 },
    { priceType: 3, ownPrice: 1000 },
    { priceType: 0, inactive: true },
  ];

  test('of an MDP has what rows became in words, the price before, and names what was not approved', () => {
    const { template, title, products } = approvalPdf(modelOf('MDP', rows), [4, 3, 2, 1, 0]);
    expect({ template, title }).toEqual({ template: 'approvalPricelist', title: 'TruePrice Monatsupdate' });
    expect(products.map(({ price, priceinfo, ravp }) => [price, priceinfo, ravp])).toEqual([
      ['---', 'Inaktiv', '9,50 EUR'],
      ['10,00 EUR', 'Dauerpreis', '9,50 EUR'],
      ['9,90 EUR', 'Eigener Preis', '9,60 EUR'],
      ['---', 'Ausschluss', '9,50 EUR'],
      ['11,00 EUR', 'Berechneter TruePrice', '9,50 EUR'],
    ]);
  });

  test.each([
    ['QDP', 'TruePrice Neue Produkte'],
    ['LZD', 'TruePrice Erst-/Neuberechnung'],
  ] as const)('of a %s is titled %s and has no price before', (kind, title) => {
    const body = approvalPdf(modelOf(kind, rows), [0]);
    expect(body).toEqual({
      template: 'approvalNewProducts',
      title,
      products: [
        {
          pzn: '00000000',
          name: 'Artikel 0',
          content: '10 St',
          price: '11,00 EUR',
          priceinfo: 'Berechneter TruePrice',
        },
      ],
    });
  });

  test('of a filter says so in its title, with the number of rows it prints', () => {
    expect(approvalPdf(modelOf('MDP', rows), [0, 1, 4], true).title).toBe('TruePrice Monatsupdate, nur gefilterte (3)');
  });
});

test('the PDF of a price list says in its title that a filter leaves only some rows, and how many', () => {
  const model = buildPriceListModel(aPriceList([{}, {}, {}]).columns);
  expect(priceListPdf(model, [0, 2], true).title).toBe('Preisliste, nur gefilterte (2)');
  expect(priceListPdf(model, [0, 1, 2]).title).toBe('Preisliste');
});
