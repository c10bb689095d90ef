import { afterEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, enter, openUpdate, press, priceInput } from './open-update.tsx';
import { anLzd, anMdp, aQdp } from './update.ts';

afterEach(() => sessionStorage.clear());

const KINDS = [
  ['MDP', () => anMdp([{}, {}]), 'saveMdp'],
  ['QDP', () => aQdp([{}, {}]), 'saveQdp'],
  ['LZD', () => anLzd([{}, {}]), 'saveLzd'],
] as const;

const noteOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;

describe.each(KINDS)('prices typed into an %s', (kind, update, save) => {
  test('are rounded, which stands at the field and in the check', async () => {
    await openUpdate(update);
    enter(priceInput('00000001'), '12,345');
    expect(priceInput('00000001').value).toBe('12,35');
    expect(noteOf(priceInput('00000001'))).toBe('12,345 wurde auf 12,35 € gerundet.');
    press('Preise freigeben');
    screen.getByText('gerundet aus 12,345');
  });

  test('name at the field why they are refused', async () => {
    await openUpdate(update);
    enter(priceInput('00000001'), '1e3');
    expect(noteOf(priceInput('00000001'))).toBe('Das ist kein Preis. Bitte so eingeben: 4,99');
    expect(priceInput('00000001').title).toBe('');
  });

  test('with two readings hold up their own row: others are saved, an approval asks first', async () => {
    const { server } = await openUpdate(update, {
      prepare: (prepared) => prepared.on(save, () => ({ status: 'OK', version: 6, saved: 1 })),
    });
    enter(priceInput('00000001'), '6');
    enter(priceInput('00000002'), '1.234');
    press('Daten zwischenspeichern');
    await screen.findByText('1 Artikel ist noch nicht gespeichert: Sein Preis lässt sich auf zwei Arten lesen.');
    expect(server.callsOf(save)[0]?.body).toMatchObject({ products: [{ pzn: '00000001', editedPrice: 6 }] });
    await answer(kind === 'LZD' ? 'LZD weiter bearbeiten' : 'Schließen');
    await waitFor(() => expect(priceInput('00000002').value).toBe('1.234'));
    press('Preise freigeben');
    const approve = () => screen.getByRole('button', { name: 'Preise freigeben' });
    expect(approve().matches(':disabled')).toBe(true);
    screen.getByText(
      'Eine Freigabe gilt für alle Artikel des Updates. Bitte wählen Sie vorher, welche Preise gemeint sind.',
    );
    fireEvent.click(screen.getByRole('button', { name: '1,23 € für PZN 00000002' }));
    expect(approve().matches(':disabled')).toBe(false);
  });
});
