import { CROWD } from './settings.ts';
import type { World } from './world.ts';

export const CROWD_NAME = 'honest people and tills';

/** Who works at which pharmacy, with their tokens; the crowd's process gets it as a line. */
export type Crowd = {
  readonly url: string;
  /** The pricing engine's token. */
  readonly engine: string;
  /** Articles that packages bring, and those that only people change. */
  readonly updated: readonly string[];
  readonly listed: readonly string[];
  readonly people: readonly Member[];
  readonly tills: readonly Member[];
};
type Member = { readonly apoId: number; readonly token: string };

/** Of the articles, those in each package. */
const UPDATED = 500;

export async function gatherCrowd(world: World): Promise<Crowd> {
  const { rows } = await world.pool.query<{ pzn: string }>(
    `SELECT pzn FROM price_item WHERE apo_id = $1 ORDER BY pzn`,
    [CROWD.first],
  );
  const pzns = rows.map(({ pzn }) => pzn);
  const gather = (count: number, name: string, role: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const apoId = CROWD.first + (at % CROWD.count);
        return { apoId, token: await world.tokenOf(`${name} ${at}`, [`${role}_${apoId}`]) };
      }),
    );
  return {
    url: world.url,
    engine: await world.tokenOf('Crowd Engine', ['pricing_engine']),
    updated: pzns.slice(0, UPDATED),
    listed: pzns.slice(UPDATED),
    people: await gather(CROWD.people, 'Crowd', 'TP_admin'),
    tills: await gather(CROWD.tills, 'Till', 'till_sync'),
  };
}
