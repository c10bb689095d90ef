import type { PriceListColumnsAnswer } from '@portal/contracts';
import { screen, waitFor } from '@testing-library/react';
import { aServer, openPortal } from '../support/portal.tsx';
import type { TestServer } from '../support/server.ts';
import { findGrid } from '../support/rows.ts';

export const ADDRESS = '/p/100101/tokenA/pricelist/OTC';

/** Opens the OTC list of the owner. `list` is asked at every load. */
export async function openList(
  list: () => PriceListColumnsAnswer,
  prepare: (server: TestServer) => TestServer = (server) => server,
) {
  const server = prepare(aServer().on('getPriceList', list));
  const view = await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server });
  await findGrid();
  return view;
}

export const priceInput = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Neuer Preis für PZN ${pzn}`);
export const permanentBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Dauerpreis für PZN ${pzn}`);
export const exclusionBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Ausschluss für PZN ${pzn}`);

/** Waits until a dialog with this title is gone. */
export const gone = (text: string) => waitFor(() => void (screen.queryByText(text) && fail(text)));

function fail(text: string): never {
  throw new Error(`${text} is still there`);
}
