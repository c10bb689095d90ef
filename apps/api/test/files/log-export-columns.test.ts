import { expect, test } from '@jest/globals';
import { csvText } from '../support/csv-text.ts';
import { LOG_EXPORT_COLUMNS, type LogExportRow } from '../../src/modules/log-export/log-export-columns.ts';

test('the export across pharmacies has the columns of every log, then whose list it was (rule 10.12)', async () => {
  const head =
    '\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt;APO-ID;Apotheke;Warengruppe;Grund;Geprüft von\r\n';
  const row: LogExportRow = {
    pzn: '01234562',
    product: 'Aspirin',
    formerPrice: 999,
    effectivePrice: 849,
    formerType: 0,
    priceType: 2,
    userName: 'Anna Berger',
    at: new Date('2026-03-10T09:00:00Z'),
    apoId: 200_101,
    pharmacy: 'Rosen; Apotheke',
    group: 'OTC',
    reason: 'Aktion im März',
    reviewedBy: 'Anna Berger, Jonas Klein',
  };
  expect(await csvText(LOG_EXPORT_COLUMNS, [row])).toBe(
    head +
      '01234562;Aspirin;9,99;8,49;Berechneter TruePrice;Eigener Preis;Anna Berger;10.03.2026 10:00;200101;"Rosen; Apotheke";OTC;Aktion im März;"Anna Berger, Jonas Klein"\r\n',
  );
});
