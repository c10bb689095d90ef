import type { LzdColumnsAnswer, MdpColumnsAnswer, QdpColumnsAnswer } from '@portal/contracts';

type Columns = MdpColumnsAnswer['columns'];
export type Row = { [Name in keyof Columns]: Columns[Name][number] };

const plain: Row = {
  pzn: '00000000',
  name: 'Artikel',
  content: '20 St',
  producer: 'Muster Pharma',
  brand: null,
  normSize: 'N1',
  atc: null,
  vatPercent: null,
  peCluster: null,
  vhCluster: null,
  units: 3,
  avpOld: 900,
  avp: 1000,
  aep: 500,
  vhp: 880,
  ravp: 950,
  ravpRegio: 800,
  ravpNational: 900,
  formerCalculatedPrice: 850,
  calculatedPrice: 900,
  priceType: 0,
  validTo: null,
  ownPrice: null,
  draftOwnPrice: null,
  draftPermanent: null,
  draftExclusion: null,
  draftRule: null,
  checkReason: null,
  inactive: false,
  part: null,
};

const head = {
  id: 4711,
  productGroup: 'OTC' as const,
  version: 5,
  listVersion: 7,
  itemCount: 1,
  createdAt: '2026-11-19T04:30:00.000Z',
  updatedAt: '2026-11-19T04:30:00.000Z',
  approver: null,
  approvalDate: null,
  deletedAt: null,
  closedReason: null,
  deadline: null,
  held: null,
  reopenedAt: null,
  mayReopen: false,
  mayDelete: false,
  reopenMessage: null,
  reopenWarning: null,
  approvalWarning: null,
  doubts: [],
  isShadowPharmacy: false,
  standingRules: [],
  parts: [],
};

function columnsOf(rows: readonly Partial<Row>[]): Columns {
  const full = rows.map((row, at) => ({ ...plain, pzn: String(at + 1).padStart(8, '0'), ...row }));
  const names = Object.keys(plain) as (keyof Row)[];
  return Object.fromEntries(names.map((name) => [name, full.map((row) => row[name])])) as unknown as Columns;
}

/** The columnar answers for the given rows, prices in cents; PZNs count up from 00000001. */
export function anMdp(rows: readonly Partial<Row>[], overrides: Partial<MdpColumnsAnswer> = {}): MdpColumnsAnswer {
  return { ...head, kind: 'MDP', approvalStatus: 0, columns: columnsOf(rows), ...overrides };
}

export function aQdp(rows: readonly Partial<Row>[], overrides: Partial<QdpColumnsAnswer> = {}): QdpColumnsAnswer {
  return { ...head, kind: 'QDP', approved: 0, columns: columnsOf(rows), ...overrides };
}

export function anLzd(rows: readonly Partial<Row>[], overrides: Partial<LzdColumnsAnswer> = {}): LzdColumnsAnswer {
  return {
    ...head,
    kind: 'LZD',
    approved: 0,
    columns: columnsOf(rows),
    pharmacy: {
      apoId: 5001,
      crmCompanyId: 100101,
      name: 'Löwen-Apotheke',
      street: 'Marktplatz 1',
      zipcode: '50667',
      city: 'Köln',
      contractStatus: 1,
      active: 1,
      userAccessActivated: true,
      userEmails: 'issued',
    },
    readyForApproval: true,
    resetChoice: 1,
    firstCalculation: false,
    sortOrderSetting: null,
    filterSetting: null,
    ...overrides,
  };
}
