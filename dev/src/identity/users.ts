/** Somebody who can sign in at the embedded identity provider. */
export interface DemoUser {
  /** Stable subject (`sub`) of the tokens. */
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly title?: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly country: 'DE' | 'AT';
  /** Roles that the token carries in realm_access. */
  readonly realmRoles: readonly string[];
  /** Roles that the token carries in resource_access.trueprice; their number is a crmCompanyId. */
  readonly pharmacyRoles: readonly string[];
  /** Who this is, in German, for the list printed at start. */
  readonly description: string;
}

/** A program that signs in by itself with the client-credentials grant. */
export interface ServiceAccount {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly realmRoles: readonly string[];
}

/** Password of every demo user. */
export const DEMO_PASSWORD = 'demo';

/** The people of the demo: one for each kind of access of rule 1.4. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1001',
    username: 'inhaber',
    password: DEMO_PASSWORD,
    title: 'Dr.',
    givenName: 'Anna',
    familyName: 'Berger',
    email: 'anna.berger@apotheke.example',
    country: 'DE',
    realmRoles: ['solvena_customer'],
    pharmacyRoles: ['TP_admin_100101'],
    description: 'Inhaberin einer Apotheke',
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1002',
    username: 'vertretung',
    password: DEMO_PASSWORD,
    givenName: 'Jonas',
    familyName: 'Klein',
    email: 'jonas.klein@apotheke.example',
    country: 'DE',
    realmRoles: ['solvena_customer'],
    pharmacyRoles: ['TP_user_100101'],
    description: 'Vertretung in derselben Apotheke',
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1003',
    username: 'filialleiter',
    password: DEMO_PASSWORD,
    givenName: 'Miriam',
    familyName: 'Vogt',
    email: 'miriam.vogt@apotheke.example',
    country: 'DE',
    realmRoles: ['solvena_customer'],
    // A main pharmacy, its mirror and one more.
    pharmacyRoles: ['TP_user_100102', 'TP_user_100103', 'TP_user_100104'],
    description: 'Filialleiterin: Hauptapotheke, deren Spiegelapotheke und eine weitere',
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1004',
    username: 'vertrieb',
    password: DEMO_PASSWORD,
    givenName: 'Tobias',
    familyName: 'Sommer',
    email: 'tobias.sommer@solvena.example',
    country: 'DE',
    realmRoles: ['solvena_sales'],
    pharmacyRoles: [],
    description: 'Vertrieb: sieht alle Apotheken',
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1005',
    username: 'admin',
    password: DEMO_PASSWORD,
    givenName: 'Petra',
    familyName: 'Hahn',
    email: 'petra.hahn@solvena.example',
    country: 'DE',
    realmRoles: ['solvena_admin'],
    pharmacyRoles: [],
    description: 'Administration: sieht alle Apotheken',
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1006',
    username: 'at-kunde',
    password: DEMO_PASSWORD,
    givenName: 'Lukas',
    familyName: 'Gruber',
    email: 'lukas.gruber@apotheke.example',
    country: 'AT',
    realmRoles: ['solvena_customer'],
    pharmacyRoles: ['TP_user_100190'],
    description: 'Kunde aus Österreich: kein Zugriff',
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1007',
    username: 'ohne-rolle',
    password: DEMO_PASSWORD,
    givenName: 'Sam',
    familyName: 'Ohne',
    email: 'sam.ohne@apotheke.example',
    country: 'DE',
    realmRoles: [],
    pharmacyRoles: [],
    description: 'Angemeldet, aber ohne Rolle: kein Zugriff',
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c1008',
    username: 'ohne-pilot',
    password: DEMO_PASSWORD,
    givenName: 'Nina',
    familyName: 'Albrecht',
    email: 'nina.albrecht@apotheke.example',
    country: 'DE',
    realmRoles: ['solvena_customer'],
    // NO_PILOT_PHARMACY of the demo data
    pharmacyRoles: ['TP_admin_100108'],
    description: 'Inhaberin einer Apotheke ohne Zugriff auf den Pilot',
  },
];

/** The programs of the demo: the till's sync job, the pricing engine that delivers packages, the customer centre that sends pharmacies. */
export const DEMO_SERVICE_ACCOUNTS: readonly ServiceAccount[] = [
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c2001',
    clientId: 'till-sync',
    clientSecret: 'demo-till-sync',
    realmRoles: ['till_sync_100101'],
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c2002',
    clientId: 'pricing-engine',
    clientSecret: 'demo-pricing-engine',
    realmRoles: ['pricing_engine'],
  },
  {
    id: '0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c2003',
    clientId: 'customer-centre',
    clientSecret: 'demo-customer-centre',
    realmRoles: ['customer_centre'],
  },
];
