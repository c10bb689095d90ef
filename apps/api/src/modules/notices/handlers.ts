import type { Request } from 'express';
import type { Caller } from '../../auth/verifier.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { addAddress, proposeAddress, readAddresses, removeAddress } from './addresses.ts';
import { readLink, useLink } from './links.ts';
import { recipientSalt } from './recipients.ts';
import { remindOfLzd } from './remind.ts';

const OK = { status: 'OK' } as const;

export function noticeHandlers({
  config,
  database,
  clock,
  verifier,
}: Deps): Handlers<
  | 'getNoticeAddresses'
  | 'addNoticeAddress'
  | 'removeNoticeAddress'
  | 'getNoticeLink'
  | 'confirmNotices'
  | 'withdrawNotices'
  | 'openWithdrawal'
  | 'proposeNoticeAddress'
  | 'remindOfLzd'
> {
  const deps = { database, clock, salt: recipientSalt(config.mail.linkSecret) };
  return {
    async getNoticeAddresses({ pharmacy, caller, request }) {
      const { subject, access } = caller;
      return readAddresses(database.prisma, pharmacy, { subject, access, email: await emailOf(caller, request) });
    },

    async addNoticeAddress({ pharmacy, caller: { subject, access }, body: { address } }) {
      await addAddress(deps, pharmacy, { address, subject, access });
      return OK;
    },

    async removeNoticeAddress({ params, pharmacy: { apoId }, caller: { subject } }) {
      await removeAddress(database.pool, { apoId, id: params.addressId, subject });
      return OK;
    },

    async getNoticeLink({ params, query }) {
      return { link: await readLink(deps, query.purpose, params.link) };
    },

    async confirmNotices({ params }) {
      return { ...OK, valid: await useLink(deps, 'confirm', params.link) };
    },

    async withdrawNotices({ params }) {
      return { ...OK, valid: await useLink(deps, 'withdraw', params.link) };
    },

    async openWithdrawal({ params, response }) {
      response.redirect(303, `/mail/abmelden#${params.link}`);
    },

    async proposeNoticeAddress({ params: { apoId, lzdId }, body: { address } }) {
      await proposeAddress(deps, { apoId, lzdId, address });
      return OK;
    },

    async remindOfLzd({ params: { apoId, lzdId }, body: { title, text }, caller }) {
      const actor = actorOf(caller);
      return { ...OK, recipients: await remindOfLzd(deps, { apoId, lzdId, title, text, actor }) };
    },
  };

  /** What the token says, else the identity provider. */
  function emailOf({ email, subject }: Caller, request: Request): Promise<string | undefined> | string | undefined {
    const token = request.get('authorization')?.replace(/^Bearer +/i, '') ?? '';
    return email ?? verifier.askEmail(token, subject);
  }
}
