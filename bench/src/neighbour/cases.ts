import type { Attack, Attacker } from './attack.ts';
import type { Flood, Squad } from './job.ts';

type Part = {
  readonly call: string;
  readonly connections: number;
  readonly people?: number;
  readonly roles?: (apoId: number) => readonly string[];
  readonly shots?: readonly string[];
  readonly bytesPerSecond?: number;
  readonly leavesAfterMs?: number;
  readonly floods?: Flood;
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
  attack('calls in a row', [{ call: 'getConfig', connections: 8, floods: 'calls' }]),
  attack('calls in a row, signed in', [{ call: 'getUserData', connections: 8, roles: person, floods: 'calls' }]),
  attack('a body byte by byte', [
    { call: 'savePriceList', connections: 8, roles: person, shots: ['one row'], floods: 'pieces' },
  ]),
  attack('leave at once', leaving({ leavesAfterMs: 50 })),
  attack('leave when it has begun', leaving({ leavesAfterMs: 400 })),
  attack(
    'reads left early',
    ['getShelf', 'findArticles', 'getDashboard', 'getLabelRows', 'getOwnHistory', 'getPriceList'].map((call) => ({
      call,
      connections: 3,
      people: 3,
      roles: person,
      leavesAfterMs: 30,
    })),
  ),
  attack('logs and till files', [
    { call: 'getLogFile', connections: 3, people: 3, roles: person },
    { call: 'downloadTillFile', connections: 2, people: 3, roles: person },
  ]),
  attack('two tills', [
    { call: 'sendTillInventory', connections: 3, people: 2, roles: till, shots: ['100,000 rows'] },
    { call: 'getTillPrices', connections: 8, people: 2, roles: till, shots: ['application/json'] },
  ]),
  attack('all classes at once', [
    { call: 'getDashboard', connections: 20, people: 3, roles: person },
    { call: 'getPriceList', connections: 10, people: 3, roles: person },
    { call: 'getReviewFigures', connections: 10, people: 3, roles: person },
    { call: 'savePriceList', connections: 10, people: 3, roles: person, shots: ['a list', 'a list again'] },
    ...leaving({}),
    { call: 'sendTillInventory', connections: 2, people: 3, roles: till, shots: ['100,000 rows'] },
    { call: 'getTillPrices', connections: 2, people: 3, roles: till, shots: ['application/json'] },
  ]),
  attack('200 people of a pharmacy', [
    { call: 'savePriceList', connections: 1, people: 200, roles: person, shots: ['one row', 'another row'] },
    { call: 'getDashboard', connections: 1, people: 200, roles: person },
  ]),
  attack('100 tills of a pharmacy', [
    { call: 'getTillPrices', connections: 1, people: 100, roles: till, shots: ['application/json'] },
    { call: 'sendTillInventory', connections: 1, people: 20, roles: till, shots: ['100,000 rows'] },
  ]),
  attack('labels, marks, saves and undo in turn', [
    { call: 'createLabels', connections: 10, people: 3, roles: person },
    { call: 'setListReviewMarks', connections: 10, people: 3, roles: person },
    { call: 'savePriceList', connections: 10, people: 3, roles: person, shots: ['a list', 'a list again'] },
    { call: 'previewUndo', connections: 10, people: 3, roles: person },
  ]),
];

/** Those with a child process or a long query, by three people. */
function leaving(how: Pick<Part, 'leavesAfterMs'>): Part[] {
  const part = { connections: 3, people: 3, roles: person, ...how };
  return [
    { ...part, call: 'createPdf', shots: ['60,000 rows'] },
    { ...part, call: 'csvMetaData', shots: ['a workbook'] },
    { ...part, call: 'findArticles', connections: 10 },
    { ...part, call: 'getListArrivals', connections: 10 },
  ];
}

function attack(name: string, parts: readonly Part[], prepare?: Attack['prepare']): Attack {
  const groups = Map.groupBy(parts, groupOf);
  return {
    name,
    people: [...groups.values()].reduce((sum, [part]) => sum + (part?.people ?? 1), 0),
    isWriting: true,
    ...(prepare && { prepare }),
    async squads(attacker) {
      const squads = [...groups.values()].map((group) => squadsOf(group, attacker));
      return (await Promise.all(squads)).flat();
    },
  };
}

/** Parts by as many people with the same roles are by the same people. */
function groupOf({ roles, people = 1 }: Part): string {
  return `${roles?.name} ${people}`;
}

async function squadsOf(parts: readonly Part[], { known, tokenOf }: Attacker): Promise<Squad[]> {
  const [{ roles, people = 1 }] = parts as [Part];
  const made = Array.from({ length: people }, async () => (roles ? tokenOf(roles(known.apoId)) : ''));
  const tokens = await Promise.all(made);
  return parts.map(({ call, connections, ...how }) => ({ ...how, call, connections, tokens, known }));
}
