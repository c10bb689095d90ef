import type {
  Dashboard,
  Pharmacy,
  PharmacyListEntry,
  PipelineEntry,
  PriceListColumnsAnswer,
  ProductGroupEntry,
  ReviewContext,
  Settings,
  UserData,
} from '@portal/contracts';
import { type Guardrails, NO_GUARDRAILS, type ProductGroup } from '@portal/rules';

export function aPharmacy(overrides: Partial<Pharmacy> = {}): Pharmacy {
  return {
    apoId: 5001,
    crmCompanyId: 100101,
    token: 'tokenA',
    name: 'Löwen-Apotheke',
    street: 'Marktplatz 1',
    zipcode: '50667',
    city: 'Köln',
    country: 'DE',
    betriebsNr: 'BN-77',
    active: 1,
    userAccessActivated: true,
    contractStatus: 1,
    parentPharmacy: null,
    userEmails: null,
    mdpCount: 0,
    qdpCount: 0,
    lzdCount: 0,
    lzdActiveCount: 0,
    mdpSince: null,
    qdpSince: null,
    lzdSince: null,
    nextDeadline: null,
    ...overrides,
  };
}

export function anEntry(overrides: Partial<Pharmacy> = {}, mirrors: Pharmacy[] = []): PharmacyListEntry {
  return { ...aPharmacy(overrides), pharmacies: mirrors };
}

const SUPPORT: UserData['support'] = {
  title: 'TruePrice Support Deutschland',
  people: [{ name: 'Carla Muster', mobile: '0170 555 01', title: 'Kundenservice' }],
  phone: '030 555 0100',
  email: 'support@example.com',
};

export function aUser(overrides: Partial<UserData> = {}): UserData {
  return {
    id: 7,
    user: { title: 'Dr.', firstname: 'Anna', lastname: 'Berger' },
    userName: 'inhaber',
    country: 'DE',
    roles: [],
    kundencenterUrl: 'https://kundencenter.example',
    profile: {
      tools: [{ id: 3, name: 'Rezeptprüfung', url: 'https://tools.example/rezept' }],
      kundencenterUrl: 'https://kundencenter.example',
      profileUrl: 'https://login.example/account',
    },
    support: SUPPORT,
    supportByCountry: {
      DE: SUPPORT,
      AT: { title: 'TruePrice Support Österreich', people: [], phone: '01 555 0100', email: 'support-at@example.com' },
    },
    pharmacies: [aPharmacy()],
    ...overrides,
  };
}

export function aGroup(productGroup: ProductGroup, overrides: Partial<ProductGroupEntry> = {}): ProductGroupEntry {
  return {
    productGroup,
    count: 0,
    negative: 0,
    lastChange: null,
    flag: 0,
    qdpFlag: 0,
    mdpId: null,
    mdpCreatedAt: null,
    mdpDeadline: null,
    mdpHeld: null,
    mdpRows: null,
    qdpId: null,
    qdpCreatedAt: null,
    qdpDeadline: null,
    qdpHeld: null,
    qdpRows: null,
    lzdId: null,
    lzdCreatedAt: null,
    lzdRows: null,
    readyToApprove: false,
    lzdPending: false,
    dueReviews: 0,
    ...overrides,
  };
}

export function aDashboard(overrides: Partial<Dashboard> = {}): Dashboard {
  return {
    status: 'OK',
    pharmacy: aPharmacy(),
    tpData: [aGroup('OTC'), aGroup('FREIWAHL'), aGroup('HILFSMITTEL')],
    shadowPharmacies: [],
    parentPharmacy: null,
    latestApprovals: [],
    approvalEffects: [],
    till: { loadedAt: null, seenAt: null, reload: true, pendingCount: 300, refused: 0, differsSince: null },
    tills: [],
    tillLacks: null,
    tillCheck: null,
    tillDoubted: null,
    tillFile: null,
    periods: null,
    lzdUploadBlocked: false,
    // later than the deadlines of tests, which are then counted down no more
    now: '2026-11-30T12:00:00.000Z',
    ...overrides,
  };
}

/** A price list without articles, by columns. */
export function anEmptyPriceList(overrides: Partial<PriceListColumnsAnswer> = {}): PriceListColumnsAnswer {
  const none: never[] = [];
  return {
    version: 1,
    productGroup: 'OTC',
    parentPharmacy: null,
    blockEdit: false,
    blockedProducts: [],
    columns: {
      pzn: none,
      name: none,
      content: none,
      producer: none,
      brand: none,
      normSize: none,
      atc: none,
      vatPercent: none,
      peCluster: none,
      vhCluster: none,
      units: none,
      avp: none,
      aep: none,
      vhp: none,
      priceMin: none,
      priceAvg: none,
      priceMax: none,
      calculatedPrice: none,
      formerPrice: none,
      ownPrice: none,
      validTo: none,
      date: none,
      priceType: none,
    },
    ...overrides,
  };
}

type ContextRow = { [Name in keyof ReviewContext['columns']]: ReviewContext['columns'][Name][number] };

/** What the list says of the rows of a package, by PZN; nothing but what is given. */
export function aContext(rows: readonly Partial<ContextRow>[] = []): ReviewContext {
  const unknown: ContextRow = {
    effectivePrice: null,
    // 'TruePrice alt' of the package rows in price-updates/update.ts
    calculatedPrice: 850,
    priceType: null,
    ownPrice: null,
    aep: null,
    avp: null,
    vhp: null,
    units: null,
    priceMin: null,
    priceAvg: null,
    priceMax: null,
    date: null,
    deliveredPriceMin: null,
    deliveredPriceMax: null,
  };
  const names = Object.keys(unknown) as (keyof ContextRow)[];
  const columns = names.map((name) => [name, rows.map((row) => ({ ...unknown, ...row })[name])]);
  return {
    version: 5,
    listVersion: 7,
    columns: Object.fromEntries(columns) as ReviewContext['columns'],
    listEndings: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    delivery: { arrivedAt: 1_795_060_800, priceToAvp: null, formerChanges: [], onArrival: [] },
    guardrails: NO_GUARDRAILS,
    leaving: null,
  };
}

/** The settings of a pharmacy with the group OTC. */
export function someSettings(limits: Partial<Guardrails> = {}): Settings {
  const guardrails = { ...NO_GUARDRAILS, ...limits };
  return {
    status: 'OK',
    priceReview: { months: null, permanent: 40, exclusions: 22 },
    flags: [{ productGroup: 'OTC', count: 120, flag: 0, qdpFlag: 0, guardrails, mdp: null, qdp: null }],
    pharmacy: aPharmacy(),
    mirrorPharmacies: [],
    parentPharmacy: null,
    now: '2026-11-17T12:00:00.000Z',
  };
}

/** An LZD as staff see its steps. */
export const anLzdOnItsWay = (id: number, more: Partial<PipelineEntry> = {}): PipelineEntry => ({
  id,
  apoId: 5000 + id,
  crmCompanyId: 100_000 + id,
  token: `token${id}`,
  pharmacy: `Apotheke ${id}`,
  city: 'Ulm',
  productGroup: 'OTC',
  itemCount: 1234,
  firstCalculation: true,
  released: false,
  access: true,
  uploadedAt: '2026-03-14T09:00:00.000Z',
  releasedAt: null,
  openedAt: null,
  draftSavedAt: null,
  approvedAt: null,
  addresses: { confirmed: 0, unconfirmed: 0 },
  reminders: [],
  ...more,
});
