import type { CaughtMail } from '@portal/dev/mail/mailbox.ts';
import { type MailCatcher, startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { writeDueNotices } from '../../src/modules/notices/index.ts';
import { deliverMessages } from '../../src/modules/outbox/deliver-messages.ts';
import { deliveryDeps } from '../outbox/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

export const INA = 'ina.haber@portal.example';

/** A pharmacy with its owner and sales, and a real mail server. */
export type Stage = {
  portal: TestPortal;
  mail: MailCatcher;
  pharmacy: SeededPharmacy;
  owner: Client;
  sales: Client;
  /** Writes what is due, delivers it and answers the mails that came, the oldest first. */
  post(): Promise<CaughtMail[]>;
  /** The owner's address, confirmed. */
  subscribe(address?: string): Promise<void>;
  close(): Promise<void>;
};

export async function openStage(now: string): Promise<Stage> {
  const [portal, mail] = await Promise.all([startPortal(now), startMailCatcher({ port: 0 })]);
  const pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }, { pzn: testPzn(2) }]);
  const owner = await portal.as('Ina Haber', ['solvena_customer', `TP_admin_${pharmacy.crmCompanyId}`]);
  const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  const delivery = deliveryDeps(portal, { smtpUrl: mail.smtpUrl });
  const post = async () => {
    const before = mail.mailbox.list().length;
    await writeDueNotices(portal.deps);
    await deliverMessages(delivery);
    const mails = mail.mailbox.list();
    return mails.slice(0, mails.length - before).toReversed();
  };
  return {
    portal,
    mail,
    pharmacy,
    owner,
    sales,
    post,
    async subscribe(address = INA) {
      const at = portal.clock.now();
      const data = {
        apoId: pharmacy.apoId,
        address,
        subject: 'subject-Ina Haber',
        createdAt: at,
        confirmedAt: at,
        seenAt: at,
      };
      await portal.database.prisma.noticeAddress.create({ data });
    },
    async close() {
      await mail.close();
      await portal.close();
    },
  };
}

/** The token of the link to a page of the portal that a mail carries. */
export function tokenIn({ mail }: CaughtMail, page: 'bestaetigen' | 'abmelden'): string {
  return new RegExp(`http://localhost:3000/mail/${page}#([\\w-]{43})`).exec(mail.text ?? '')?.[1] ?? '';
}
