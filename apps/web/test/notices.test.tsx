import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { NoticeAddresses } from '@portal/contracts';
import { Portal } from '../src/app/Portal.tsx';
import { createStore } from '../src/app/store.ts';
import { hideMailToken, readMailLink } from '../src/features/mail-links/mail-link.ts';
import MailLinkPage from '../src/features/mail-links/MailLinkPage.tsx';
import { startTranslations } from '../src/lib/i18n.ts';
import { aServer, openPortal, TestAuth } from './support/portal.tsx';
import { Refused, TestServer } from './support/server.ts';
import { press, user } from './support/user.ts';

const PATH = '/p/100101/tokenA/settings';
let addresses: NoticeAddresses;
let server = aServer();
beforeEach(() => {
  addresses = { mayAdd: true, offered: 'ina@portal.example', own: null, proposed: [] };
  server = aServer()
    .on('getNoticeAddresses', () => addresses)
    .on('addNoticeAddress', ({ body }) => {
      addresses = { ...addresses, own: { id: 7, address: (body as { address: string }).address, confirmed: false } };
      return { status: 'OK' };
    })
    .on('removeNoticeAddress', ({ params }) => {
      addresses = {
        ...addresses,
        own: params.addressId === '7' ? null : addresses.own,
        proposed: addresses.proposed.filter(({ id }) => String(id) !== params.addressId),
      };
      return { status: 'OK' };
    });
});

const open = async () => {
  await openPortal(PATH, { roles: ['TP_admin_100101'], server });
  return within(await screen.findByRole('region', { name: 'E-Mails' }));
};

describe('mails on the settings page (rule 15.1)', () => {
  test("offers the token's address, says that it must be confirmed, and ends it", async () => {
    const section = await open();
    const field = section.getByLabelText<HTMLInputElement>('E-Mail-Adresse');
    expect(field.value).toBe('ina@portal.example');
    await user.clear(field);
    await user.type(field, 'buero@apotheke.example');
    await user.click(section.getByRole('button', { name: 'E-Mails erhalten' }));
    await section.findByText(/Erst wenn Sie dort bestätigen, bekommen Sie E-Mails/);
    // the section is asked for again once the address is there
    await section.findByText('noch nicht bestätigt');
    expect(server.callsOf('addNoticeAddress').map(({ body }) => body)).toEqual([{ address: 'buero@apotheke.example' }]);
    section.getByRole('button', { name: 'Bestätigung senden' });
    await user.click(section.getByRole('button', { name: 'Abmelden' }));
    await section.findByRole('button', { name: 'E-Mails erhalten' });
  });

  test('says why an address is refused', async () => {
    server.on(
      'addNoticeAddress',
      () => new Refused(409, 'conflict', 'Für diese Apotheke wurden heute schon viele verschickt.'),
    );
    const section = await open();
    await user.click(section.getByRole('button', { name: 'E-Mails erhalten' }));
    await section.findByText('Für diese Apotheke wurden heute schon viele verschickt.');
  });

  test('a confirmed address needs no form; proposed ones are shown shortened and can be ended', async () => {
    addresses = {
      ...addresses,
      own: { id: 7, address: 'ina@portal.example', confirmed: true },
      proposed: [{ id: 8, masked: 'c…@apotheke.example', confirmed: true }],
    };
    const section = await open();
    expect(section.queryByLabelText('E-Mail-Adresse')).toBeNull();
    await user.click(section.getByRole('button', { name: 'Abmelden: c…@apotheke.example' }));
    expect(server.callsOf('removeNoticeAddress').map(({ params }) => params.addressId)).toEqual(['8']);
    await waitFor(() => expect(section.getAllByText('bestätigt')).toHaveLength(1));
  });
});

describe('the page of a link (rule 15.2)', () => {
  const TOKEN = 'a'.repeat(43);
  async function show(answer: { link: { pharmacy: string; masked: string } | null } | Refused) {
    const calls = new TestServer()
      .on('getNoticeLink', () => answer)
      .on('confirmNotices', () => ({ status: 'OK', valid: true }));
    globalThis.fetch = calls.fetch as typeof fetch;
    await startTranslations();
    render(
      <Portal store={createStore(new TestAuth())} nonce="" env="test">
        <MailLinkPage purpose="confirm" token={TOKEN} />
      </Portal>,
    );
    return calls;
  }

  test('names pharmacy and address before anything happens', async () => {
    const calls = await show({ link: { pharmacy: 'Rosen-Apotheke', masked: 'c…@apotheke.example' } });
    await screen.findByText('Möchten Sie E-Mails zu den Updates der Rosen-Apotheke an c…@apotheke.example bekommen?');
    expect(calls.callsOf('getNoticeLink')).toMatchObject([{ params: { link: TOKEN }, query: { purpose: 'confirm' } }]);
    expect(calls.callsOf('confirmNotices')).toEqual([]);
    await press('Bestätigen');
    await screen.findByRole('heading', { name: 'Ihre Adresse ist bestätigt' });
  });

  test('says at once that the link is valid no more, or why it cannot be told', async () => {
    await show({ link: null });
    await screen.findByRole('heading', { name: 'Dieser Link gilt nicht mehr' });
    expect(screen.queryByRole('button', { name: 'Bestätigen' })).toBeNull();
    cleanup();
    await show(new Refused(429, 'too_many', 'Bitte warten Sie eine Minute.'));
    await screen.findByText('Bitte warten Sie eine Minute.');
  });
});

test.each([
  ['/mail/bestaetigen', `#${'a'.repeat(43)}`, { purpose: 'confirm', token: 'a'.repeat(43) }],
  ['/mail/abmelden', `#${'_'.repeat(43)}`, { purpose: 'withdraw', token: '_'.repeat(43) }],
  ['/mail/abmelden', '#abc', { purpose: 'withdraw', token: '' }],
  ['/mail/abmelden', '', { purpose: 'withdraw', token: '' }],
  ['/mail', `#${'a'.repeat(43)}`, undefined],
  ['/toString', '', undefined],
])('reads the link of a mail from %s%s (rule 15.2)', (pathname, hash, link) => {
  expect(readMailLink({ pathname, hash })).toEqual(link);
});

test('the token of a link leaves the address bar, and a reload still finds it (rule 15.2)', () => {
  history.replaceState(null, '', `/mail/abmelden#${'b'.repeat(43)}`);
  const link = readMailLink(location, history.state);
  expect(link).toEqual({ purpose: 'withdraw', token: 'b'.repeat(43) });
  hideMailToken(link!);
  expect(location.href).not.toContain('b'.repeat(43));
  expect(readMailLink(location, history.state)).toEqual(link);
  // Another link that is opened in the same tab is not taken for the former one.
  expect(readMailLink({ pathname: '/mail/abmelden', hash: '#abc' }, history.state)?.token).toBe('');
  hideMailToken({ purpose: 'withdraw', token: '' });
  history.replaceState(null, '', '/');
});
