import type { TillVerdict, TillReason } from '@portal/rules';
import type { Site } from './site.ts';

/** What the portal must say of a pharmacy's tills, by account; whatever else it says is an alarm. */
type Expected = {
  readonly rows?: readonly {
    readonly till: string;
    readonly pzns: readonly string[];
    readonly verdict: TillVerdict;
    readonly reasons: readonly TillReason[];
    /** It may be said, but need not. */
    readonly optional?: boolean;
  }[];
  /** Prices that are not yet in every till. */
  readonly lacks?: readonly string[];
  readonly pending?: Readonly<Record<string, number>>;
  /** Tills that were set back, to prices that were in force between the two. */
  readonly stands?: Readonly<Record<string, readonly [from: Date, to: Date]>>;
  readonly doubts?: readonly { readonly till: string; readonly cause: RegExp; readonly count?: number }[];
  readonly refused?: Readonly<Record<string, readonly string[]>>;
  /** Tills whose digest differs. */
  readonly digests?: readonly string[];
};
export type Trial = { right: number; wrong: number; unnamed: number; alarms: number; readonly said: string[] };

export const plus = (one: Trial, other: Trial): Trial => ({
  right: one.right + other.right,
  wrong: one.wrong + other.wrong,
  unnamed: one.unnamed + other.unnamed,
  alarms: one.alarms + other.alarms,
  said: [...one.said, ...other.said],
});
export const emptyTrial = (): Trial => ({ right: 0, wrong: 0, unnamed: 0, alarms: 0, said: [] });

export async function judge(site: Site, expected: Expected): Promise<Trial> {
  const trial = emptyTrial();
  const find = (finding: 'right' | 'wrong' | 'unnamed' | 'alarms', what: string) => {
    trial[finding]++;
    if (finding !== 'right') trial.said.push(`${finding}: ${what}`);
  };
  const accounts = [...site.tills.map(({ account }) => account), 'files'];
  const [dashboard, stray, arrivals] = await Promise.all([site.dashboard(), site.stray(), site.arrivals()]);
  const listed = new Set(dashboard.tills.map(({ account }) => account));

  for (const account of accounts) {
    const { rows, doubts } = await site.readTill(account);
    const byPzn = new Map(rows.map((row) => [row.pzn, row]));
    const awaited = (expected.rows ?? []).filter(({ till }) => till === account);
    for (const { pzns, verdict, reasons, optional = false } of awaited) {
      for (const pzn of pzns) {
        const row = byPzn.get(pzn);
        byPzn.delete(pzn);
        if (!row) {
          if (!optional) find('unnamed', `${account} ${pzn}, awaited ${verdict} ${reasons.join(' or ')}`);
          continue;
        }
        const isRight = row.verdict === verdict && row.reason !== null && reasons.includes(row.reason);
        find(
          isRight ? 'right' : 'wrong',
          `${account} ${pzn} ${row.verdict} ${row.reason}, awaited ${verdict} ${reasons.join(' or ')}`,
        );
      }
    }
    for (const row of byPzn.values()) find('alarms', `${account} ${row.pzn} ${row.verdict} ${row.reason}`);

    const awaitedDoubts = (expected.doubts ?? []).filter(({ till }) => till === account);
    for (const { cause, count } of awaitedDoubts) {
      const isNamed = doubts.some(
        (doubt) => cause.test(doubt) && (count === undefined || countsOf(doubt).includes(count)),
      );
      if (doubts.length === 0) find('unnamed', `${account} no doubt, awaited ${cause}`);
      else find(isNamed ? 'right' : 'wrong', `${account} ${doubts.join(' | ')}, awaited ${cause} ${count ?? ''}`);
    }
    if (awaitedDoubts.length === 0) for (const doubt of doubts) find('alarms', `${account} ${doubt}`);

    const entry = dashboard.tills.find((each) => each.account === account);
    const state = (isAwaited: boolean, isSaid: boolean, what: string) => {
      if (isAwaited) find(isSaid ? 'right' : 'unnamed', `${account} ${what}`);
      else if (isSaid) find('alarms', `${account} ${what}`);
    };
    const stand = expected.stands?.[account];
    state(stand !== undefined, entry?.standOf != null, 'set back');
    const said = new Date(entry?.standOf ?? Number.NaN);
    if (stand && (said < stand[0] || said > stand[1]))
      find('wrong', `${account} ${said.toJSON()}, awaited ${JSON.stringify(stand)}`);
    state(expected.digests?.includes(account) === true, entry?.differsSince != null, 'digest differs');
    const pending = expected.pending?.[account];
    if (pending !== undefined && entry?.pendingCount !== pending) {
      find(
        entry?.pendingCount === 0 ? 'unnamed' : 'wrong',
        `${account} lacks ${entry?.pendingCount}, awaited ${pending}`,
      );
    } else if (pending !== undefined) find('right', '');
    else if (listed.has(account) && expected.lacks === undefined && (entry?.pendingCount ?? 0) > 0) {
      find('alarms', `${account} lacks ${entry?.pendingCount}`);
    }
    const refused = expected.refused?.[account]?.length ?? 0;
    if ((entry?.refused ?? 0) !== refused)
      find(entry?.refused ? 'wrong' : 'unnamed', `${account} refused ${entry?.refused}, awaited ${refused}`);
    else if (refused > 0) find('right', '');
  }

  const compare = (
    said: readonly string[],
    awaited: ReadonlySet<string>,
    allowed: ReadonlySet<string>,
    what: string,
  ) => {
    for (const pzn of awaited) if (!said.includes(pzn)) find('unnamed', `${pzn} not in ${what}`);
    for (const pzn of said) if (!allowed.has(pzn)) find('alarms', `${pzn} in ${what}`);
  };
  const lacks = new Set(expected.lacks);
  compare(arrivals.waiting, lacks, lacks, 'what tills lack');
  trial.right += arrivals.waiting.filter((pzn) => lacks.has(pzn)).length;
  if (arrivals.isWhole) find('alarms', 'lacks the whole list');
  const differ = (expected.rows ?? []).filter(({ verdict }) => verdict !== 'only');
  const sure = differ.filter(({ optional = false }) => !optional).flatMap(({ pzns }) => pzns);
  const refusals = Object.values(expected.refused ?? {}).flat();
  compare(
    arrivals.differing,
    new Set([...sure, ...refusals]),
    new Set([...refusals, ...(expected.rows ?? []).flatMap(({ pzns }) => pzns)]),
    'what differs',
  );

  const isStray =
    (expected.rows ?? []).some(({ optional = false }) => !optional) ||
    [expected.stands, expected.doubts, expected.digests, expected.refused].some(
      (each) => Object.keys(each ?? {}).length > 0,
    );
  const mayStray = isStray || (expected.rows ?? []).length > 0;
  if (isStray && !stray) find('unnamed', 'not in the overview of staff');
  if (!mayStray && stray) find('alarms', `in the overview of staff: ${JSON.stringify(stray)}`);
  return trial;
}

const countsOf = (sentence: string) =>
  Array.from(sentence.matchAll(/\d[\d.]*/g), ([number]) => Number(number.replaceAll('.', '')));
