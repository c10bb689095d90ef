const number = (name: string, usual: number) => Number(process.env[name] ?? usual);

/** Of one attack. */
export const SECONDS = number('BENCH_SECONDS', 20);
/** What one person keeps open at once. */
export const CONNECTIONS = number('BENCH_CONNECTIONS', 50);
/** How many people of one pharmacy attack, in attacks of their own. */
export const PEOPLE = (process.env.BENCH_PEOPLE ?? '1,3').split(',').map(Number);
/** Words that calls and cases to be tried have in their names; all without it. */
export const WORDS = (process.env.BENCH_CALLS ?? '').split(',').filter(Boolean);
/** Articles of a list, and of a package. */
export const ROWS = number('BENCH_ROWS', 20_000);

/** Numbers of pharmacies: neighbours, attackers by turns (rates are by the minute), the crowd's, and one without a list. */
export const NEIGHBOURS = { first: 710_000, count: 6 };
export const ATTACKERS = { first: 720_000, count: number('BENCH_ATTACKERS', 10) };
export const CROWD = { first: 730_000, count: 25, rows: 2_000, people: 50, tills: 20 };
export const SPARE = 740_000;
