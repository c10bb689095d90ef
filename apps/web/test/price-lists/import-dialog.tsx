import '../support/node-forms.ts';
import type { ImportAnswer, ImportedRowOnWire, PriceListColumnsAnswer } from '@portal/contracts';
import { screen, within } from '@testing-library/react';
import { aServer, openPortal } from '../support/portal.tsx';
import type { TestServer } from '../support/server.ts';
import { press, user } from '../support/user.ts';
import { ADDRESS } from './open-list.tsx';
import { findGrid } from '../support/rows.ts';

/** A row of the server's answer; the n-th PZN of the lists of these tests. */
export function anImportedRow(n: number, rest: Partial<ImportedRowOnWire> = {}): ImportedRowOnWire {
  const pzn = String(n).padStart(8, '0');
  return { line: n + 1, pzn, price: null, negative: null, productGroup: null, product: null, ...rest };
}

/** The answer of the import call. */
export function anImport(rest: Partial<ImportAnswer>): ImportAnswer {
  return { data: [], faulty: [], faultyTotal: rest.faulty?.length ?? 0, repeated: 0, ...rest };
}

/** Opens the import of the OTC list; `answer` is what the server makes of the file. */
export async function openImport(options: {
  list: PriceListColumnsAnswer;
  columns?: string[];
  answer?: (call: { body: unknown }) => unknown;
  roles?: string[];
  prepare?: (server: TestServer) => TestServer;
}) {
  const server = aServer()
    .on('getPriceList', () => options.list)
    .on('csvMetaData', () => ({ columns: options.columns ?? ['PZN', 'Artikel', 'Preis', 'Preistyp'] }))
    .on('importPrices', options.answer ?? (() => anImport({})));
  options.prepare?.(server);
  const view = await openPortal(ADDRESS, { roles: options.roles ?? ['TP_admin_100101'], server });
  await findGrid();
  await press('Bearbeiten');
  await press('Importieren');
  await screen.findByRole('dialog', { name: 'Preise importieren' });
  return { ...view, server };
}

export const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import starten' });
export const column = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

export async function chooseType(name: RegExp | string): Promise<void> {
  await user.click(screen.getByRole('radio', { name }));
}

/** Chooses a file, as the browser's dialog hands it over, even of a type that the dialog would not offer. */
export async function chooseFile(name = 'Preise.csv', content = 'PZN;Preis\n'): Promise<void> {
  const file = new File([content], name, { type: name.endsWith('.csv') ? 'text/csv' : '' });
  await user.setup({ applyAccept: false }).upload(screen.getByLabelText('Excel- oder CSV-Datei'), file);
}

/** PZNs and heading of an outcome; undefined where it is not told. */
export function outcome(title: string): string | undefined {
  const dialog = screen.getByRole('dialog', { name: 'Ergebnis des Imports' });
  const list = within(dialog).queryByRole('group', { name: `Liste: ${title}` });
  if (title === 'Fehlerhafte Zeilen' || !list) return list?.textContent;
  return [...list.children].map(({ textContent }) => textContent.slice(0, 8)).join(' ');
}
