import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PDF_TEMPLATES } from '@portal/contracts';
import {
  ALL_EXPERT_COLUMNS,
  buildPriceListModel,
  type FileColumn,
  NO_EXPERT_COLUMNS,
  packageFile,
  type PackageSource,
  type PriceListColumns,
  priceListFile,
} from '@portal/list-view';
import {
  IMPORT_TYPES,
  offeredImportTypes,
  packageFileName,
  priceListFileName,
  requiredImportColumns,
  TILL_FIELDS,
  TILL_PROFILES,
  TILL_TOTALS,
  tillCompanion,
  tillFileEnd,
  tillFileName,
  type TillProfile,
  type TillTotals,
  UPDATE_KINDS,
  type UpdateKind,
} from '@portal/rules';
import type { State } from '../../../../tools/till-sync/src/state.ts';
import { type PackageColumn, packageColumns } from '../../src/files/package-columns.ts';
import { LOG_COLUMNS, LOG_NOTES } from '../../src/files/log-columns.ts';
import { LOG_EXPORT_COLUMNS } from '../../src/modules/log-export/log-export-columns.ts';
import { PDF_LAYOUTS } from '../../src/modules/pdf/templates.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/files.md'), 'utf8');

/** The rows of the table whose first heading this is, each by its headings; names without their backticks. */
function table(first: string): Record<string, string>[] {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const plain = (cell: string) => /^`([^`]+)`$/.exec(cell)?.[1] ?? cell;
  const lines = page.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${first} |`));
  const headings = cells(lines[at] ?? '').map(plain);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'));
  return lines
    .slice(at + 2, end)
    .map((line) => Object.fromEntries(cells(line).map((cell, column) => [headings[column], plain(cell)])));
}

const named = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map((found) => found[1]);
const column = ({ heading, kind }: Pick<FileColumn, 'heading' | 'kind'>) => [heading, kind];

// Rule 10.35.
describe('docs/files.md says of', () => {
  test.each<[UpdateKind]>(UPDATE_KINDS.map((kind) => [kind]))(
    'packages %s what is read and written, in order',
    (kind) => {
      const rows = table('Column | Kinds').filter(
        ({ Kinds = '' }) => Kinds === 'all' || Kinds.split(', ').includes(kind),
      );
      const reading = ({ read, required }: PackageColumn) =>
        required ? 'required' : read === 'inactive' ? 'mark' : 'yes';
      const holding = ({ read }: PackageColumn) =>
        read === 'price' || read === 'listedAvp' ? 'price' : read === 'integer' || read === 'vat' ? 'count' : 'text';
      expect(rows.filter(({ Read }) => Read !== 'no').map(({ Column, Holds, Read }) => [Column, Holds, Read])).toEqual(
        packageColumns(kind).map((each) => [each.heading, holding(each), reading(each)]),
      );
      const written = (...how: string[]) =>
        rows.filter(({ Written = '' }) => how.includes(Written)).map(({ Column, Holds }) => [Column, Holds]);
      const nothing = () => null;
      const hidden = rows.filter((row) => row['In Excel'] === 'hidden').map(({ Column }) => Column);
      expect(hidden).toEqual(
        packageFile(kind, SOURCE, []).columns.flatMap(({ heading, technical }) => (technical ? heading : [])),
      );
      expect(written('yes')).toEqual(packageFile(kind, SOURCE, []).columns.map(column));
      expect(written('yes', 'approval')).toEqual(
        packageFile(kind, { ...SOURCE, approvedPrice: nothing }, []).columns.map(column),
      );
    },
  );

  test('the price list its columns, expert ones too', () => {
    const rows = table('Column | Holds | Expert');
    const model = buildPriceListModel(new Proxy({}, { get: () => [] }) as unknown as PriceListColumns);
    expect(rows.map(({ Column, Holds }) => [Column, Holds])).toEqual(
      priceListFile(model, [], ALL_EXPERT_COLUMNS).columns.map(column),
    );
    expect(rows.filter(({ Expert }) => Expert === 'no').map(({ Column, Holds }) => [Column, Holds])).toEqual(
      priceListFile(model, [], NO_EXPERT_COLUMNS).columns.map(column),
    );
  });

  test('imports what they need and who may', () => {
    expect(
      table('Import').map(({ Import, Needs, ...row }) => [Import, named(`\`${Needs}\``), row['Offered to']]),
    ).toEqual(
      IMPORT_TYPES.map((type) => [
        type,
        requiredImportColumns(type),
        offeredImportTypes({ staff: false }).includes(type) ? 'all' : 'staff',
      ]),
    );
  });

  test('logs their columns', () => {
    const rows = table('Column | Holds | Across pharmacies only');
    const said = (some: typeof rows) => some.map(({ Column, Holds }) => [Column, Holds]);
    expect(said(rows)).toEqual(LOG_EXPORT_COLUMNS.map(column));
    expect(said(rows.filter((row) => row['Across pharmacies only'] === 'no'))).toEqual(
      [...LOG_COLUMNS, ...LOG_NOTES].map(column),
    );
  });

  test('till files every property of the profiles that are shipped, and every field', () => {
    const rows = table('Profile');
    const valueOf = (profile: TillProfile, key: keyof TillProfile) => {
      if (key !== 'columns')
        return { true: 'yes', false: 'no', '': 'none', null: 'none' }[String(profile[key])] ?? profile[key];
      return profile.columns.map(({ field, heading, width }) => `\`${field}\` ${width ?? heading}`).join(', ');
    };
    for (const [name, profile] of Object.entries(TILL_PROFILES)) {
      const keys = Object.keys(profile) as (keyof TillProfile)[];
      expect(rows.map((row) => [row['Profile'], row[name]])).toEqual(keys.map((key) => [key, valueOf(profile, key)]));
    }
    const known = { productGroup: 'OTC', avp: null, type: null, name: '', validFrom: null };
    const priced = [1234, 1015].map((price, n) => ({ ...known, pzn: `0000001${n}`, price }));
    const examples = table('`totals`').flatMap((row) =>
      named(row['totals']?.includes('`') ? row['totals'] : `\`${row['totals']}\``).map(
        (totals) => [totals, row['csv'], row['fixed']] as const,
      ),
    );
    expect(examples.map(([totals]) => totals).toSorted()).toEqual([...TILL_TOTALS].toSorted());
    for (const [totals, ...texts] of examples) {
      const written = Object.values(TILL_PROFILES).map((profile: TillProfile) => {
        const like = { ...profile, totals: totals as TillTotals };
        return (tillFileEnd(like, priced) + (tillCompanion(like, priced) ?? '')).trim();
      });
      expect(written).toEqual(texts);
    }
    expect(table('Field of a column').map((row) => row['Field of a column'])).toEqual([...TILL_FIELDS]);
  });

  test('the state of the sync job its members', () => {
    const members: Record<keyof State, true> = {
      pharmacy: true,
      cursor: true,
      profile: true,
      written: true,
      rows: true,
    };
    expect(table('Member').map(({ Member }) => Member)).toEqual(Object.keys(members));
  });

  test('PDFs their columns', () => {
    const printed = table('PDF | Columns').map(({ PDF, Columns }) => [PDF, named(Columns)]);
    const headings = PDF_TEMPLATES.map((template) =>
      PDF_LAYOUTS[template].columns.flatMap((each) => each.heading || []),
    );
    expect(printed).toEqual(PDF_TEMPLATES.map((template, index) => [template, headings[index]]));
  });

  test('names of files what the portal calls them', () => {
    const day = { year: 2025, month: 11, day: 5 };
    const about = { group: 'OTC', apoId: 200_101, pharmacyName: 'Löwen-Apotheke', day } as const;
    expect(page).toContain(`\`${packageFileName('MDP', about)}\``);
    expect(page).toContain(`\`${priceListFileName('OTC', 'Löwen-Apotheke')}\``);
    expect(page).toContain(`\`${tillFileName(200_101, 'Löwen-Apotheke', '.csv')}\``);
  });
});

const SOURCE: PackageSource = { columns: {}, cells: {}, type: () => undefined };
