import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { REASON, type ReviewContext } from '@portal/contracts';
import { aContext } from '../support/data.ts';
import { cell, judged } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { enter, press, pressInDialog, user } from '../support/user.ts';
import { openUpdate, priceInput, STAFF } from './open-update.tsx';
import { anLzd, anMdp, aQdp, type Row } from './update.ts';

// Rules 6.29 to 6.32: the confirmation approves what nobody has to look at, the rest stays.
beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const PART = {
  number: 1,
  userName: 'Anna Berger',
  approvedAt: '2026-11-20T08:00:00.000Z',
  rows: 2,
  mayTakeBack: false,
};
const dull: Partial<Row> = { calculatedPrice: 860, ravpRegio: 850, units: null };
const rows: Partial<Row>[] = [
  { ...dull, name: 'Arnika' },
  { ...dull, name: 'Birke' },
  { ...dull, name: 'Chili', calculatedPrice: 89_900 },
  { ...dull, name: 'Dill' },
];
const OF_TODAY = { effectivePrice: 850, calculatedPrice: 850, priceType: 0 } as const;
const context = (): ReviewContext => aContext(rows.map(() => OF_TODAY));
const ANSWER = { status: 'OK' as const, number: 1, approved: 2, changed: 2, stays: { count: 0, rows: [] } };
const partButton = () => screen.findByRole('button', { name: /freigeben, bei denen nichts zu prüfen ist/ });

test('the second choice sends the dull rows alone; what was entered stays, the approved rows are locked', async () => {
  let approved = false;
  const view = await openUpdate(
    () =>
      anMdp(
        rows.map((row, at) => (approved && at < 2 ? { ...row, part: 1 } : row)),
        approved ? { version: 6, parts: [PART] } : {},
      ),
    {
      prepare: (server) =>
        server.on('getReviewContext', context).on('approvePart', () => {
          approved = true;
          return ANSWER;
        }),
    },
  );
  await screen.findByText('Zu prüfen 1');
  await enter(priceInput('00000004'), '8,70');
  await press('Preise freigeben');
  expect((await partButton()).textContent).toBe('Nur die 2 freigeben, bei denen nichts zu prüfen ist');
  await user.click(await partButton());
  await screen.findByRole('dialog', { name: '2 Preise freigegeben' });
  await screen.findByText('2 Artikel bleiben offen: 1 zu prüfen, 1 bearbeitet.');
  const steps = within(screen.getByRole('list', { name: 'So geht es weiter' })).getAllByRole('listitem');
  expect(steps).toHaveLength(2);
  expect(view.server.callsOf('approvePart')[0]?.body).toEqual({
    pzns: ['00000001', '00000002'],
    version: 5,
    listVersion: 7,
  });
  await pressInDialog('Rest bearbeiten');
  expect(document.activeElement).toBe(priceInput('00000003'));
  expect(priceInput('00000004').value).toBe('8,70');
  expect(cell('00000001', 'name')).toContain('freigegeben');
  screen.getByText('2 freigegeben');
  await press('Preise freigeben');
  screen.getByText(/^2 Preise werden freigegeben, davon 1 mit Ihrer Bearbeitung\. 2 Artikel sind schon freigegeben/);
  expect(screen.queryByRole('button', { name: /freigeben, bei denen nichts zu prüfen ist/ })).toBeNull();
});

test('what somebody has reviewed is not told as to be reviewed', async () => {
  const marks = { pzn: ['00000003'], price: [89_900], markedAt: [1] };
  await openUpdate(() => anMdp([...rows, { ...dull, name: 'Erle', calculatedPrice: 79_900 }]), {
    prepare: (server) =>
      server
        .on('getReviewContext', () => aContext(Array.from({ length: 5 }, () => OF_TODAY)))
        .on('getReviewMarks', () => ({ persons: [{ userName: 'Jo Stern', mine: false, marks }] }))
        .on('approvePart', () => ANSWER),
  });
  await screen.findByText('Zu prüfen 1');
  await press('Preise freigeben');
  await user.click(await partButton());
  await screen.findByText(/bleiben offen: 1 zu prüfen, 1 geprüft\.$/);
});

test('rows that have changed meanwhile are named; a refusal keeps the confirmation', async () => {
  let calls = 0;
  await openUpdate(() => anMdp(rows), {
    prepare: (server) =>
      server.on('getReviewContext', context).on('approvePart', () => {
        calls += 1;
        if (calls === 1) return new Refused(409, REASON.state, 'Preisliste oder Update ändern sich gerade.');
        return { ...ANSWER, stays: { count: 1, rows: [{ pzn: '00000002', why: 'changed' as const }] } };
      }),
  });
  await screen.findByText('Zu prüfen 1');
  await press('Preise freigeben');
  await user.click(await partButton());
  await screen.findByText('Fehler bei der Verarbeitung: Preisliste oder Update ändern sich gerade.');
  await user.click(await partButton());
  await screen.findByText('1 davon hat sich inzwischen geändert: Birke');
});

const DOUBT = 'In 3 von 9 Namen fehlen Buchstaben.';
const doubtedContext = (): ReviewContext => {
  const onArrival = [{ check: 'encoding' as const, message: DOUBT }];
  return { ...context(), delivery: { ...context().delivery, onArrival } };
};

test.each([
  ['a file that is doubted as a whole', () => anMdp(rows.map((row) => ({ ...row, formerCalculatedPrice: 555 })))],
  ['a file that was doubted on arrival', () => anMdp(rows, { doubts: [DOUBT] }), doubtedContext],
  ['a mirror', () => anMdp(rows, { isShadowPharmacy: true })],
  ['an approved package', () => anMdp(rows, { approvalStatus: 1 })],
  ['an LZD', () => anLzd(rows)],
  ['a package in which nothing is to be reviewed', () => aQdp(rows.filter((_, at) => at !== 2))],
])('no part of %s', async (name, update, answer = context) => {
  await openUpdate(update, { prepare: (server) => server.on('getReviewContext', answer) });
  if (name === 'a mirror' || name === 'an approved package') {
    expect(screen.queryByRole('button', { name: 'Preise freigeben' })).toBeNull();
  } else {
    await judged();
    if (name === 'a file that was doubted on arrival') screen.getByText(DOUBT); // above its rows
    await press('Preise freigeben');
    await screen.findByRole('heading', { name: /^PRÜFUNG PREIS/ });
  }
  expect(screen.queryByRole('button', { name: /freigeben, bei denen nichts zu prüfen ist/ })).toBeNull();
});

test('staff take a part back, and read before deleting the rest what stays', async () => {
  const view = await openUpdate(
    () =>
      anMdp([{ ...dull, part: 1 }, { ...dull, part: 1 }, { ...dull }], {
        mayDelete: true,
        parts: [{ ...PART, mayTakeBack: true }],
      }),
    { roles: STAFF, prepare: (server) => server.on('takeBackPart', () => ({ status: 'OK' as const })) },
  );
  await press('MDP Daten löschen');
  await screen.findByText('2 Artikel sind schon freigegeben und behalten ihre Preise.');
  await pressInDialog('Abbrechen');
  await press('Freigabe zurücknehmen');
  await screen.findByText('Freigabe von Teil 1 zurücknehmen?');
  await pressInDialog('Freigabe zurücknehmen');
  expect(view.server.callsOf('takeBackPart')).toHaveLength(1);
});
