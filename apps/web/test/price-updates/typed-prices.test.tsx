import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { enter, press, pressInDialog, user } from '../support/user.ts';
import { arrivesAt, HOME, openUpdate, priceInput } from './open-update.tsx';
import { anLzd, anMdp, aQdp } from './update.ts';

afterEach(() => sessionStorage.clear());

const KINDS = [
  ['MDP', () => anMdp([{}, {}]), 'saveMdp'],
  ['QDP', () => aQdp([{}, {}]), 'saveQdp'],
  ['LZD', () => anLzd([{}, {}]), 'saveLzd'],
] as const;

const noteOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;

// The cell is the same in every kind of package.
describe('prices typed into a package', () => {
  const update = () => anMdp([{}, {}]);
  test('are rounded, which stands at the field and in the check', async () => {
    await openUpdate(update);
    await enter(priceInput('00000001'), '12,345');
    expect(priceInput('00000001').value).toBe('12,35');
    expect(noteOf(priceInput('00000001'))).toBe('12,345 wurde auf 12,35 € gerundet.');
    await press('Preise freigeben');
    screen.getByText('gerundet aus 12,345');
  });

  test('say at the field that the calculated price becomes an own one', async () => {
    await openUpdate(update);
    await enter(priceInput('00000001'), '9');
    expect(noteOf(priceInput('00000001'))).toBe('Entspricht dem berechneten Preis und wird eigener Preis.');
    await enter(priceInput('00000001'), '9,01');
    expect(noteOf(priceInput('00000001'))).toBeUndefined();
  });

  test('name at the field why they are refused', async () => {
    await openUpdate(update);
    await enter(priceInput('00000001'), '1e3');
    expect(noteOf(priceInput('00000001'))).toBe('Das ist kein Preis. Bitte so eingeben: 4,99');
    expect(priceInput('00000001').title).toBe('');
  });
});

describe.each(KINDS)('prices typed into an %s', (kind, update, save) => {
  test('with two readings hold up their own row: others are saved, an approval asks first', async () => {
    const { server } = await openUpdate(update, {
      prepare: (prepared) => prepared.on(save, () => ({ status: 'OK', version: 6, saved: 1 })),
    });
    await enter(priceInput('00000001'), '6');
    await enter(priceInput('00000002'), '1.234');
    await press('Daten zwischenspeichern');
    await screen.findByText('1 Artikel ist noch nicht gespeichert: Sein Preis lässt sich auf zwei Arten lesen.');
    expect(server.callsOf(save)[0]?.body).toMatchObject({ products: [{ pzn: '00000001', editedPrice: 6 }] });
    await pressInDialog(kind === 'LZD' ? 'LZD weiter bearbeiten' : 'Schließen');
    await waitFor(() => expect(priceInput('00000002').value).toBe('1.234'));
    await press('Preise freigeben');
    const approve = () => screen.getByRole('button', { name: 'Preise freigeben' });
    expect(approve().matches(':disabled')).toBe(true);
    screen.getByText(
      'Eine Freigabe gilt für alle Artikel des Updates. Bitte wählen Sie vorher, welche Preise gemeint sind.',
    );
    await user.click(screen.getByRole('button', { name: '1,23 € für PZN 00000002' }));
    expect(approve().matches(':disabled')).toBe(false);
  });
});

describe('who leaves with edits (rule 6.11)', () => {
  const leave = async (...typed: [pzn: string, text: string][]) => {
    const view = await openUpdate(() => anMdp([{}, {}]), {
      prepare: (prepared) => prepared.on('saveMdp', () => ({ status: 'OK', version: 6, saved: 1 })),
    });
    for (const [pzn, text] of typed) await enter(priceInput(pzn), text);
    await act(() => view.router.navigate(HOME));
    await pressInDialog('Zwischenspeichern und gehen');
    return view;
  };

  test('may store them and go, without another question', async () => {
    const view = await leave(['00000001', '6']);
    await arrivesAt(view, HOME);
    expect(view.server.callsOf('saveMdp').map(({ body }) => body)).toEqual([
      expect.objectContaining({ products: [expect.objectContaining({ pzn: '00000001', editedPrice: 6 })] }),
    ]);
    expect(screen.queryByText('Daten zwischengespeichert')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  test('stays where something could not be stored, which is named', async () => {
    const view = await leave(['00000001', '6'], ['00000002', 'abc']);
    await screen.findByText('Ein Artikel ist noch nicht dabei, seine Eingabe gilt so nicht: PZN 00000002.');
    expect(view.server.callsOf('saveMdp')).toHaveLength(1);
    expect(view.path()).not.toBe(HOME);
    expect(priceInput('00000002').value).toBe('abc');
  });
});
