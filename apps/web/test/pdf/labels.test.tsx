import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LabelState } from '@portal/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { Refused } from '../support/server.ts';
import { press, user } from '../support/user.ts';

const P = '/p/100101/tokenA';
const ROLES = ['TP_admin_100101'];
const latest = {
  id: 7,
  userName: 'Anna Berger',
  printedAt: '2026-11-22T09:00:00.000Z',
  labels: 3,
  removed: 0,
  mayUndo: true,
};
beforeEach(() => {
  const document = window.document.implementation.createHTMLDocument();
  jest.spyOn(window, 'open').mockReturnValue({ closed: true, document, close() {} } as never);
});

const NEVER: LabelState = { open: 0, toRemove: 0, latest: null };
const list = () =>
  aPriceList([
    { pzn: '03752864', name: 'Zinksalbe', content: '50 ml', calculatedPrice: 950 },
    { name: 'Aspirin', content: '20 St', calculatedPrice: 550, priceType: 1 },
    { pzn: '07776465', name: 'Husten-Öl', content: 'N2', calculatedPrice: 750, ownPrice: 800, priceType: 2 },
  ]);

describe('labels of a price list', () => {
  const openLabels = async () => {
    let state = NEVER;
    const server = aServer()
      .on('getPriceList', list)
      .on('getLabelState', () => state)
      .on('createLabels', () => '%PDF')
      .on('markLabelsPrinted', () => (state = { open: 0, toRemove: 0, latest: { ...latest, labels: 2 } }))
      .on('undoLabelsPrinted', () => (state = NEVER));
    await openPortal(`${P}/pricelist/OTC`, { roles: ROLES, server });
    await user.click(await screen.findByRole('button', { name: 'Etiketten …' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Etiketten drucken' }));
    return { server, dialog };
  };

  test('show what is printed, with the Grundpreis, and name contents that cannot be read (rules 16.3, 16.5 and 16.8)', async () => {
    const { dialog } = await openLabels();
    await dialog.findByText('2 Etiketten auf 1 Bogen.');
    dialog.getByText('Angezeigte Artikel (2)');
    const preview = within(dialog.getByRole('img', { name: 'Vorschau des ersten Bogens mit 2 Etiketten' }));
    // 9,50 for 50 ml; an exclusion has no label
    preview.getByText('1 l = 190,00 €');
    preview.getByText('9,50 €');
    preview.getByText('PZN 03752864');
    expect(preview.queryByText('Aspirin')).toBeNull();
    dialog.getByText('Inhalt nicht lesbar, ohne Grundpreis: 1 Artikel');
    dialog.getByText('07776465 · Husten-Öl · N2');
    // two labels from the last of a sheet on take two
    await user.click(dialog.getByText(/^Bogen einrichten/));
    await user.clear(dialog.getByLabelText('Beginnen bei Etikett'));
    await user.type(dialog.getByLabelText('Beginnen bei Etikett'), '24');
    await dialog.findByText('2 Etiketten auf 2 Bogen.');
    await user.clear(dialog.getByLabelText('Beginnen bei Etikett'));
    dialog.getByText('Bitte eine Zahl von 1 bis 24 eingeben.');
    expect(dialog.getByRole('button', { name: 'PDF öffnen' })).toHaveProperty('disabled', true);
  });

  test('that never came are not offered to be noted as printed', async () => {
    const { server, dialog } = await openLabels();
    server.on('createLabels', () => new Refused(503, 'unavailable', 'Gerade nicht.'));
    await user.click(await dialog.findByRole('button', { name: 'PDF öffnen' }));
    await screen.findByText('Gerade nicht.');
    expect(dialog.queryByRole('button', { name: 'Als gedruckt vermerken' })).toBeNull();
  });

  test('are kept as printed at the prices shown, the next print begins behind them, and it can be taken back (rule 16.9)', async () => {
    const { server, dialog } = await openLabels();
    await dialog.findByRole('button', { name: 'PDF öffnen' });
    expect(dialog.queryByRole('button', { name: 'Als gedruckt vermerken' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'PDF öffnen' }));
    await user.click(await dialog.findByRole('button', { name: 'Als gedruckt vermerken' }));
    await dialog.findByText('2 Etiketten als gedruckt vermerkt.');
    expect(server.callsOf('markLabelsPrinted')[0]?.body).toEqual({
      labels: [
        { pzn: '07776465', price: 800 },
        { pzn: '03752864', price: 950 },
      ],
    });
    expect(dialog.getByLabelText('Beginnen bei Etikett')).toHaveProperty('value', '3');
    // after the dialog was closed, too
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Etiketten …' }));
    const again = within(await screen.findByRole('dialog', { name: 'Etiketten drucken' }));
    await again.findByText('Letzter Druck: 2 Etiketten am 22.11.2026 10:00 von Anna Berger');
    const undo = again.getByRole('button', { name: 'Zurücknehmen' });
    await waitFor(() => expect(undo).toHaveProperty('disabled', false));
    await user.click(undo);
    await waitFor(() => expect(again.queryByRole('button', { name: 'Zurücknehmen' })).toBeNull());
    expect(server.callsOf('undoLabelsPrinted')[0]?.params).toMatchObject({ printId: '7' });
  });
});

test('begin with those since the last print, and more than 5,000 are printed and noted in parts (rules 16.6 and 16.8)', async () => {
  const server = aServer()
    .on('getPriceList', () => aPriceList(Array.from({ length: 5001 }, () => ({ calculatedPrice: 100 }))))
    .on('getLabelState', () => ({ open: 1, toRemove: 0, latest }))
    .on('getLabelRows', () => ({
      rows: [
        {
          productGroup: 'OTC',
          pzn: '03752864',
          name: 'Zinksalbe',
          content: null,
          producer: null,
          effectivePrice: 900,
          shelfPrice: 950,
        },
      ],
    }));
  await openPortal(`${P}/pricelist/OTC`, { roles: ROLES, server });
  await user.click(await screen.findByRole('button', { name: 'Etiketten …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Etiketten drucken' }));
  const which = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Welche?' });
  expect(which.selectedOptions[0]?.text).toBe('Seit dem letzten Druck (1)');
  await dialog.findByText('1 Etikett auf 1 Bogen.');
  await user.selectOptions(which, 'Angezeigte Artikel (5.001)');
  await dialog.findByText('5.000 Etiketten auf 209 Bogen.');
  const part = dialog.getByRole<HTMLSelectElement>('combobox', { name: /^Teil \(höchstens 5\.000 Etiketten/ });
  expect(part.selectedOptions[0]?.text).toMatch(/^1 von 2: 5\.000 Etiketten, .+ bis .+/);
  await user.selectOptions(part, '1');
  await dialog.findByText('1 Etikett auf 1 Bogen.');
});

test('after an approval they are those of its changed prices; Escape leads back to the message (rule 16.8)', async () => {
  const approved = { status: 'OK' as const, loaded: 1, changed: 1, leftOut: 0, left: 0, contractActivated: false };
  const row = { productGroup: 'OTC' as const, content: '20 St', producer: null, shelfPrice: null };
  const { server } = await openUpdate(() => anMdp([{ name: 'Zinksalbe' }]), {
    prepare: (each) =>
      each
        .on('approveMdp', () => approved)
        .on('getLabelRows', () => ({ rows: [{ ...row, pzn: '03752864', name: 'Zinksalbe', effectivePrice: 900 }] })),
  });
  await press('Preise freigeben');
  await press('Preise freigeben');
  await screen.findByText('Preise gespeichert');
  await user.click(screen.getByRole('button', { name: 'Etiketten …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Etiketten drucken' }));
  await dialog.findByText('1 Etikett auf 1 Bogen.');
  dialog.getByText('Geänderte Preise dieser Freigabe (1)');
  expect(server.callsOf('getLabelRows')[0]?.query).toEqual({ approval: expect.stringMatching(/^\d+$/) });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Etiketten drucken' })).toBeNull());
  screen.getByText('Preise gespeichert');
});

describe('labels on the dashboard (rule 16.10)', () => {
  test('are not mentioned before the first print', async () => {
    const { server } = await openPortal(P, { roles: ROLES, server: aServer() });
    await screen.findByText('Kasse');
    expect(server.callsOf('getLabelState')).toHaveLength(1);
    expect(screen.queryByText('Etiketten')).toBeNull();
  });

  test('say how many are open, and which are to be taken off', async () => {
    const row = { productGroup: 'OTC' as const, content: null, producer: null };
    const server = aServer()
      .on('getLabelState', () => ({ open: 214, toRemove: 1, latest }))
      .on('getLabelRows', () => ({
        rows: [
          { ...row, pzn: '03752864', name: 'Zinksalbe', effectivePrice: 900, shelfPrice: 950 },
          { ...row, pzn: '07776465', name: 'Husten-Öl', effectivePrice: null, shelfPrice: 800 },
        ],
      }))
      .on('createLabels', () => '%PDF')
      .on('markLabelsPrinted', () => ({ open: 0, toRemove: 0, latest }));
    await openPortal(P, { roles: ROLES, server });
    await screen.findByText('214 Etiketten offen, 1 Etikett abzunehmen');
    screen.getByText('Zuletzt gedruckt am 22.11.2026 10:00 von Anna Berger');
    await user.click(screen.getByRole('button', { name: 'Etiketten …' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Etiketten abnehmen: 1 Artikel');
    dialog.getByText('07776465 · Husten-Öl');
    await user.click(dialog.getByRole('button', { name: 'PDF öffnen' }));
    await user.click(await dialog.findByRole('button', { name: 'Als gedruckt vermerken' }));
    await dialog.findByText(/vermerkt/);
    expect(server.callsOf('markLabelsPrinted')[0]?.body).toEqual({
      labels: [
        { pzn: '03752864', price: 900 },
        { pzn: '07776465', price: null },
      ],
    });
  });
});
