import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { aPriceList } from './price-lists/list.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { press, user } from './support/user.ts';
import { findGrid } from './support/rows.ts';

const P = '/p/100101/tokenA';
const list = () => aPriceList([{ pzn: '03752864', name: 'Zinksalbe', content: '50 ml', calculatedPrice: 950 }]);

/** What opens a dialog or menu, and how it is closed by the keyboard. */
const OPENERS: {
  opener: string;
  path?: string;
  editing?: boolean;
  role?: 'dialog' | 'menu';
  closing?: string;
  /** Of the dialog, where another waits in its place until it is there. */
  name?: string;
}[] = [
  { opener: 'Benutzermenü von Dr. Anna Berger', role: 'menu' },
  { opener: 'TruePrice DE', role: 'menu' },
  { opener: 'Support' },
  { opener: 'Export: Preisliste OTC' },
  { opener: 'Preisdatei für die Kasse' },
  { opener: 'Etiketten …', path: '/pricelist/OTC', closing: 'Schließen' },
  { opener: 'Importieren', path: '/pricelist/OTC', editing: true, name: 'Preise importieren' },
  {
    opener: 'Preise nach einer Regel setzen',
    path: '/pricelist/OTC',
    editing: true,
    name: 'Preise nach einer Regel setzen',
  },
];

test.each(OPENERS)(
  'the keyboard goes on at $opener once what it opened is closed, the first time too (rule 2.31)',
  async ({ opener, path = '', editing = false, role = 'dialog', closing, name }) => {
    const server = aServer().on('getPriceList', list);
    await openPortal(`${P}${path}`, { roles: ['TP_admin_100101'], server });
    if (editing) {
      await findGrid();
      await press('Bearbeiten');
    }
    const button = await screen.findByRole('button', { name: opener });
    for (let times = 0; times < 2; times++) {
      button.focus();
      await user.keyboard('{Enter}');
      const opened = await screen.findByRole(role, { ...(name && { name }) });
      await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true));
      if (closing) await user.click(screen.getAllByRole('button', { name: closing })[0] as HTMLElement);
      else await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(button));
    }
  },
);
