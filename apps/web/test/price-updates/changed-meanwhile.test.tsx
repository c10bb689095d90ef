import { afterEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UpdateState } from '@portal/contracts';
import { Refused } from '../support/server.ts';
import { enter, press, user } from '../support/user.ts';
import { openUpdate, priceInput } from './open-update.tsx';
import { anMdp } from './update.ts';

afterEach(() => sessionStorage.clear());

const AS_LOADED: UpdateState = {
  approvalStatus: 0,
  version: 3,
  approver: null,
  approvalDate: null,
  deletedAt: null,
  drafts: [],
};
/** The window is looked at again; no user-event does that. */
const lookAgain = () => fireEvent.focus(window);

describe('what others do with a package that is on screen (rule 6.25)', () => {
  test('is asked for when the window is looked at again, not before, and nothing is said when nothing has changed', async () => {
    const { server } = await openUpdate(() => anMdp([{}], { version: 3 }), {
      prepare: (each) => each.on('getUpdateState', () => AS_LOADED),
    });
    expect(server.callsOf('getUpdateState')).toHaveLength(0);
    lookAgain();
    await waitFor(() => expect(server.callsOf('getUpdateState')).toHaveLength(1));
    expect(screen.queryByText(/inzwischen/)).toBeNull();
  });

  test.each<[string, Partial<UpdateState>, string]>([
    [
      'approved',
      { approvalStatus: 1, approver: 'Jonas Klein', approvalDate: '2026-11-19T10:00:00.000Z' },
      'Jonas Klein hat dieses Update inzwischen freigegeben (19.11.2026 11:00).',
    ],
    [
      'deleted',
      { approvalStatus: -1, deletedAt: '2026-11-19T10:00:00.000Z' },
      'Dieses Update wurde inzwischen gelöscht (19.11.2026 11:00).',
    ],
    [
      'corrected',
      { drafts: [{ userName: 'Jonas Klein', count: 1_204 }] },
      'Inzwischen wurden Korrekturen zwischengespeichert: Jonas Klein (1.204).',
    ],
    ['otherwise changed', {}, 'Dieses Update wurde inzwischen geändert.'],
  ])('%s', async (_name, state, text) => {
    await openUpdate(() => anMdp([{}], { version: 3 }), {
      prepare: (server) => server.on('getUpdateState', () => ({ ...AS_LOADED, version: 4, ...state })),
    });
    lookAgain();
    await screen.findByText(text);
    await user.click(screen.getByRole('button', { name: 'Was das heißt' }));
    await screen.findByText(/nicht mehr der aktuelle Stand/);
  });

  test('a package that is gone for the pharmacy says so', async () => {
    await openUpdate(() => anMdp([{}], { version: 3 }), {
      prepare: (server) =>
        server.on('getUpdateState', () => {
          return new Refused(403, 'forbidden', 'weg');
        }),
    });
    lookAgain();
    await screen.findByText('Dieses Update steht nicht mehr zur Verfügung.');
    expect(screen.queryByRole('button', { name: 'Aktualisieren' })).toBeNull();
  });

  test('loading it anew keeps what was entered, and the notice goes', async () => {
    let version = 3;
    await openUpdate(() => anMdp([{}, {}], { version }), {
      prepare: (server) => server.on('getUpdateState', () => ({ ...AS_LOADED, version: 4 })),
    });
    await enter(priceInput('00000001'), '7,77');
    lookAgain();
    await screen.findByText('Dieses Update wurde inzwischen geändert.');
    version = 4;
    await press('Aktualisieren');
    await waitFor(() => expect(screen.queryByText(/inzwischen geändert/)).toBeNull());
    expect(priceInput('00000001').value).toBe('7,77');
  });
});
