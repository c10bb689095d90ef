import { afterEach, expect, test } from '@jest/globals';
import type { SavedView } from '@portal/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList, priceInput } from '../price-lists/open-list.tsx';
import { headings, shownPzns } from '../support/rows.ts';
import type { TestServer } from '../support/server.ts';
import { press, type, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const LIST = () =>
  aPriceList([
    { name: 'A', producer: 'Alpha', avp: 1000 },
    { name: 'B', producer: 'Beta', avp: 2000 },
    { name: 'C', producer: 'Gamma', avp: 3000 },
  ]);
const layout: SavedView['layout'] = {
  order: [],
  shown: { atc: true, units: false },
  widths: {},
  pins: {},
  dense: true,
};
const DEAR: SavedView = {
  name: 'Teures',
  userName: 'Dr. Berger',
  mine: false,
  shared: true,
  by: null,
  address: 'sort=avp%3Adesc&where=avp%3E1500&mode=expert&q=',
  layout,
};
const panel = () => within(screen.getByRole('dialog', { name: 'Gespeicherte Ansichten' }));
const body = (server: TestServer, at: number) =>
  server.callsOf('setListView')[at]?.body as { name: string; view: SavedView };

// Rule 2.24.
test('a view is asked for when it is wanted, and shown without losing what was entered', async () => {
  const { server } = await openList(LIST, (asked) => asked.on('getListViews', () => ({ views: [DEAR] })));
  await press('Bearbeiten');
  await type(priceInput('00000003'), '25');
  expect(server.callsOf('getListViews')).toEqual([]);
  await press('Gespeicherte Ansichten');
  await user.click(await panel().findByRole('button', { name: /^Teures/ }));
  expect(screen.queryByRole('dialog', { name: 'Gespeicherte Ansichten' })).toBeNull();
  expect(shownPzns()).toEqual(['00000003', '00000002']);
  expect(priceInput('00000003').value).toBe('25,00');
  screen.getByRole('button', { name: 'AVP > 15,00 €' });
  expect(headings()).toContain('atc');
  expect(headings()).not.toContain('units');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Experte' }).checked).toBe(true);
});

test('what is on screen is saved under a name, replaced, and deleted by who saved it', async () => {
  let views: SavedView[] = [DEAR];
  const { server } = await openList(LIST, (asked) =>
    asked
      .on('getListViews', () => ({ views }))
      .on('setListView', ({ body: sent }) => {
        const { name, view } = sent as { name: string; view: SavedView | null };
        views = [...(view ? [{ ...view, name, userName: 'Anna', mine: true, by: null }] : []), DEAR];
        return { views };
      }),
  );
  await press(/^AVP/);
  await press('Gespeicherte Ansichten');
  await panel().findByText('von Dr. Berger');
  expect(panel().queryByRole('button', { name: 'Ansicht Teures löschen' })).toBeNull();
  const save = panel().getByRole<HTMLButtonElement>('button', { name: 'Ansicht speichern' });
  expect(save.disabled).toBe(true);
  await user.type(panel().getByLabelText('Diese Ansicht speichern als'), ' Nach AVP ');
  await user.click(panel().getByLabelText('Für alle dieser Apotheke'));
  await user.click(save);
  await panel().findByText('für alle dieser Apotheke');
  // neither of the two buttons that were pressed can keep the focus
  await waitFor(() => expect(document.activeElement).toBe(panel().getByLabelText('Diese Ansicht speichern als')));
  const { name, view } = body(server, 0);
  expect([name, view.address, view.shared]).toEqual(['Nach AVP', 'sort=avp', true]);
  expect([view.layout.shown.avp, view.layout.shown.atc]).toEqual([true, false]);

  await user.type(panel().getByLabelText('Diese Ansicht speichern als'), 'Nach AVP');
  panel().getByText('Ersetzt Ihre Ansicht mit diesem Namen.');
  await user.click(panel().getByRole('button', { name: 'Ansicht Nach AVP löschen' }));
  await waitFor(() => expect(panel().queryByRole('button', { name: /^Nach AVP/ })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(panel().getByLabelText('Diese Ansicht speichern als')));
  expect(body(server, 1)).toEqual({ name: 'Nach AVP', view: null });
});

test('what another person shares is taken back by an owner', async () => {
  let views: SavedView[] = [{ ...DEAR, by: 'ab12ab12ab12ab12' }];
  const { server } = await openList(LIST, (asked) =>
    asked
      .on('getListViews', () => ({ views }))
      .on('setListView', () => {
        views = [];
        return { views };
      }),
  );
  await press('Gespeicherte Ansichten');
  await user.click(await panel().findByRole('button', { name: 'Ansicht Teures von Dr. Berger nicht mehr anbieten' }));
  await panel().findByText('Sie haben noch keine Ansicht gespeichert.');
  expect(body(server, 0)).toEqual({ name: 'Teures', view: null, by: 'ab12ab12ab12ab12' });
});
