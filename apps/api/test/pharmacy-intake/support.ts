import type { PharmacyOutcome, ReconciledPharmacy } from '@portal/contracts';
import type { Client, TestPortal } from '../support/portal.ts';

/** What the customer centre sends of a pharmacy, with what a test wants otherwise. */
export function record(n: number, other: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    crmCompanyId: 810_000 + n,
    apoId: 610_000 + n,
    name: `Rosen-Apotheke ${n}`,
    street: `Marktplatz ${n}`,
    zipcode: '10115',
    city: 'Berlin',
    active: 0,
    changedAt: '2026-03-09T08:00:00Z',
    ...other,
  };
}

export const asCustomerCentre = (portal: TestPortal): Promise<Client> =>
  portal.as('Customer Centre', ['customer_centre']);

export async function send(
  client: Client,
  pharmacies: readonly unknown[],
  query = '',
): Promise<{ status: number; outcomes: PharmacyOutcome[] }> {
  const { status, body } = await client.put(`/api/intake/pharmacies${query}`, { pharmacies });
  return { status, outcomes: (body as { outcomes: PharmacyOutcome[] }).outcomes };
}

export async function known(client: Client, query = ''): Promise<ReconciledPharmacy[]> {
  const { body } = await client.get(`/api/intake/pharmacies${query}`);
  return (body as { pharmacies: ReconciledPharmacy[] }).pharmacies;
}

/** The history of a pharmacy, the oldest entry first. */
export async function events(portal: TestPortal, n: number): Promise<{ event: string; userName: string }[]> {
  return portal.database.prisma.historyEntry.findMany({
    where: { apoId: 610_000 + n },
    orderBy: { id: 'asc' },
    select: { event: true, userName: true },
  });
}
