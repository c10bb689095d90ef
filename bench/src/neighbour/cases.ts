import type { Attack, Attacker } from './attack.ts';
import type { Squad } from './job.ts';

type Part = {
  readonly call: string;
  readonly connections: number;
  readonly people?: number;
  readonly roles?: (apoId: number) => readonly string[];
  readonly shots?: readonly string[];
  readonly bytesPerSecond?: number;
};

const person = (apoId: number) => [`TP_admin_${apoId}`];
const till = (apoId: number) => [`till_sync_${apoId}`];
const nobody = () => ['solvena_customer'];
const fixedProfile: Attack['prepare'] = ({ pool }, apoId) =>
  pool.query(`UPDATE pharmacy SET till_profile = 'fixed' WHERE apo_id = $1`, [apoId]);
const SLOW = 10_000;

/** What one or few have stopped the rest with, each once at its own number; the calls' own attacks may be milder. */
export const CASES: readonly Attack[] = [
  attack(
    'inventory: a line of marks',
    [{ call: 'sendTillInventory', connections: 2, roles: till, shots: ['a line of marks'] }],
    fixedProfile,
  ),
  attack(
    'inventory: a line of marks, packed',
    [{ call: 'sendTillInventory', connections: 2, roles: till, shots: ['a line of marks, packed'] }],
    fixedProfile,
  ),
  attack('package: a heading of marks', [
    { call: 'intakeMdp', connections: 2, roles: () => ['pricing_engine'], shots: ['a heading of marks'] },
  ]),
  attack('acknowledgement: marks', [{ call: 'acknowledgeTillPrices', connections: 2, roles: till, shots: ['marks'] }]),
  ...['line breaks', 'quotes', 'semicolons'].map((shot) =>
    attack(`inventory: ${shot}`, [{ call: 'sendTillInventory', connections: 2, roles: till, shots: [shot] }]),
  ),
  attack('arrivals × 40', [{ call: 'getListArrivals', connections: 40, roles: person }]),
  attack('replay × 10', [
    { call: 'replayStandingRule', connections: 10, roles: person, shots: ['one row', 'longest texts'] },
  ]),
  attack('saves × 16', [{ call: 'savePriceList', connections: 16, roles: person, shots: ['a list', 'a list again'] }]),
  attack('acknowledgements × 12', [
    { call: 'acknowledgeTillPrices', connections: 12, roles: till, shots: ['longest texts'] },
  ]),
  attack('OpenAPI × 60', [{ call: 'getOpenApi', connections: 60 }]),
  attack('searches × 24', [{ call: 'findArticles', connections: 24, roles: person }]),
  attack('own history × 24', [{ call: 'getOwnHistory', connections: 24, roles: person }]),
  attack('way × 40', [{ call: 'getPriceWay', connections: 40, roles: person }]),
  attack('PDFs of 60,000 rows × 6', [
    { call: 'createPdf', connections: 1, people: 6, roles: person, shots: ['60,000 rows'] },
  ]),
  attack('workbooks and a PDF', [
    { call: 'csvMetaData', connections: 1, people: 2, roles: person, shots: ['a workbook'] },
    { call: 'createPdf', connections: 1, roles: person, shots: ['60,000 rows'] },
  ]),
  attack('parts × 50', [{ call: 'approvePart', connections: 50, roles: person, shots: ['MDP, a list'] }]),
  attack('50 people save, 20 tills', [
    { call: 'savePriceList', connections: 1, people: 50, roles: person, shots: ['one row', 'another row'] },
    { call: 'getTillPrices', connections: 1, people: 20, roles: till, shots: ['application/json'] },
  ]),
  attack('two dripping tills', [
    {
      call: 'sendTillInventory',
      connections: 8,
      people: 2,
      roles: till,
      shots: ['100,000 rows'],
      bytesPerSecond: SLOW,
    },
  ]),
  attack('dripping uploads of nobody × 16', [
    { call: 'csvMetaData', connections: 2, people: 8, roles: nobody, shots: ['100,000 rows'], bytesPerSecond: SLOW },
  ]),
];

function attack(name: string, parts: readonly Part[], prepare?: Attack['prepare']): Attack {
  return {
    name,
    people: parts.reduce((sum, { people = 1 }) => sum + people, 0),
    isWriting: true,
    ...(prepare && { prepare }),
    squads: (attacker) => Promise.all(parts.map((part) => squadOf(part, attacker))),
  };
}

async function squadOf({ roles, people = 1, ...part }: Part, { known, tokenOf }: Attacker): Promise<Squad> {
  const tokens = Array.from({ length: people }, async () => (roles ? tokenOf(roles(known.apoId)) : ''));
  return { ...part, tokens: await Promise.all(tokens), known };
}
