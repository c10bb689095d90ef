import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { type Guardrails, NO_GUARDRAILS } from '@portal/rules';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { cell, judged, openFilters, rowOf, shownPzns, switchTo } from '../support/rows.ts';
import { enter, press, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

/** 10,00 → 12,00 (+20 %), 10,00 → 13,00 (+30 %), 10,00 → 10,00. */
function open(limits: Partial<Guardrails>) {
  const rows = [1200, 1300, 1000].map((calculatedPrice, row) => ({
    name: `Artikel ${row + 1}`,
    calculatedPrice,
    avp: null,
    aep: null,
  }));
  const listed = aContext(rows.map(() => ({ effectivePrice: 1000, priceType: 0 as const })));
  const context = { ...listed, guardrails: { ...NO_GUARDRAILS, ...limits } };
  return openUpdate(() => anMdp(rows), { prepare: (server) => server.on('getReviewContext', () => context) });
}
const describedBy = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const escaped = (text: string) => text.replaceAll(/[.()+]/g, String.raw`\$&`);
const choice = (number: number) => screen.findByRole('option', { name: `Gegen Leitplanke (${number})` });
const choose = (name: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: 'Grund' }), screen.getByRole('option', { name }));

describe('prices against a guardrail (rule 12.6)', () => {
  test('are counted, filtered, and follow the edits', async () => {
    await open({ maxChangePercent: 20 });
    await switchTo('Zu prüfen');
    await openFilters();
    await choice(1);
    await switchTo('Alle');
    await enter(priceInput('00000001'), '12,01');
    await switchTo('Zu prüfen');
    await openFilters();
    await choice(2);
    await choose('Gegen Leitplanke (2)');
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    expect(cell('00000001', 'review-why')).toMatch(/^gegen Leitplanke/);
    await switchTo('Alle');
    expect(shownPzns()).toHaveLength(3);
  });

  test('are named before the approval, which they do not stop', async () => {
    await open({ maxChangePercent: 10 });
    await judged();
    await press('Preise freigeben');
    await press('2 Preise verletzen eine Leitplanke');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Leitplanken (2)' }).checked).toBe(true);
    expect(shownPzns()).toEqual(['00000001', '00000002']);
    const concern = rowOf('00000001').querySelector('[data-column="concern"] > span') as HTMLElement;
    expect(concern.textContent).toContain('gegen Leitplanke');
    expect(concern.title).toContain('Leitplanke: Änderung +20,0\u00a0% (höchstens 10 %)');
    expect(screen.getByRole('button', { name: 'Preise freigeben' }).matches(':disabled')).toBe(false);
  });

  test('are named beside the input while they are typed, and among the reasons; the price counts all the same', async () => {
    await open({ maxChangePercent: 20, maxAboveAvpPercent: 0 });
    await judged();
    const words = 'Leitplanke: Änderung +100.000,0\u00a0% (höchstens 20 %)';
    const input = priceInput('00000003');
    expect(input.getAttribute('aria-describedby')).toBeNull();
    await user.type(input, '10010');
    await waitFor(() => expect(describedBy(input)).toBe(words));
    expect(input.getAttribute('aria-invalid')).toBeNull();
    expect(describedBy(priceInput('00000001'))).toBe('');
    expect(describedBy(priceInput('00000002'))).toBe('Leitplanke: Änderung +30,0\u00a0% (höchstens 20 %)');
    await switchTo('Zu prüfen');
    const why = rowOf('00000003').querySelector('[data-column="review-why"] > span') as HTMLElement;
    expect(why.title).toMatch(new RegExp(`^${escaped(words)} · `));
    await press('Preise freigeben');
    expect(rowOf('00000003').querySelector('[data-column="concern"] [title]')?.getAttribute('title')).toContain(words);
    expect(cell('00000003', 'change')).toContain('10.010,00');
  });

  test('without limits nothing is said', async () => {
    await open({});
    await judged();
    expect(screen.queryByText(/Leitplanke/)).toBeNull();
  });
});
