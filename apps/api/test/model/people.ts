import { type Pharmacy, pharmacyOf, type World } from './state.ts';

/** The caller. A customer belongs to one pharmacy, a till too; an Austrian is a customer from the other country. */
export type Person =
  | { who: 'admin' | 'sales' | 'engine' | 'nobody' }
  | { who: 'owner' | 'deputy' | 'austrian' | 'till'; of: number };

const NAMES = {
  admin: 'Petra Hahn',
  sales: 'Tobias Sommer',
  engine: 'Preis Rechner',
  nobody: '',
  owner: 'Olga Inhaber',
  deputy: 'Dirk Vertreter',
  austrian: 'Alois Wiener',
  till: 'Karl Kasse',
} as const;

/** As histories name the person. */
export const nameOf = (person: Person): string =>
  'of' in person ? `${NAMES[person.who]}${person.of}` : NAMES[person.who];
export const describePerson = (person: Person): string =>
  'of' in person ? `${person.who} of ${person.of}` : person.who;
export const isStaff = (person: Person): boolean => person.who === 'admin' || person.who === 'sales';

/** By the name in a history. */
export const isStaffName = (name: string): boolean => name === NAMES.admin || name === NAMES.sales;

/** The roles in the person's token (rule 1.4). */
export function rolesOf(world: World, person: Person): string[] {
  const crm = 'of' in person ? pharmacyOf(world, person.of).crmId : 0;
  switch (person.who) {
    case 'admin':
      return ['solvena_admin'];
    case 'sales':
      return ['solvena_sales'];
    case 'engine':
      return ['pricing_engine'];
    case 'till':
      return [`till_sync_${crm}`];
    case 'owner':
      return ['solvena_customer', `TP_admin_${crm}`];
    case 'deputy':
    case 'austrian':
      return ['solvena_customer', `TP_user_${crm}`];
    case 'nobody':
      return [];
  }
}

/** The pharmacy's address within paths. */
export const addressOf = ({ crmId, token }: Pharmacy): string => `${crmId}/${token}`;
