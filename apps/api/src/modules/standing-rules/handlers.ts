import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { confirmRule, endRule, orderRules, startRule } from './change-standing-rules.ts';
import { readStandingRules } from './read-standing-rules.ts';
import { replayRule } from './replay-rule.ts';

/** Rules that act on every update of a pharmacy (docs/rules/18-standing-rules.md). */
export function standingRuleHandlers({
  database,
  clock,
}: Deps): Handlers<
  | 'getStandingRules'
  | 'startStandingRule'
  | 'orderStandingRules'
  | 'confirmStandingRule'
  | 'endStandingRule'
  | 'replayStandingRule'
> {
  const deps = { database, clock };
  const read = (apoId: number) => readStandingRules({ db: database.pool, clock }, apoId);
  const done = async (apoId: number) => ({ status: 'OK' as const, ...(await read(apoId)) });
  return {
    getStandingRules: ({ pharmacy }) => read(pharmacy.listApoId),

    async startStandingRule({ pharmacy: { apoId }, body, caller }) {
      await startRule(deps, { apoId, actor: actorOf(caller) }, body);
      return done(apoId);
    },

    async orderStandingRules({ pharmacy: { apoId }, body, caller }) {
      await orderRules(deps, { apoId, actor: actorOf(caller) }, body.ids);
      return done(apoId);
    },

    async confirmStandingRule({ pharmacy: { apoId }, body, caller }) {
      await confirmRule(deps, { apoId, actor: actorOf(caller) }, body.id);
      return done(apoId);
    },

    async endStandingRule({ pharmacy: { apoId }, body, caller }) {
      await endRule(deps, { apoId, actor: actorOf(caller) }, body);
      return done(apoId);
    },

    replayStandingRule: ({ pharmacy, body }) => replayRule(deps, pharmacy.listApoId, body),
  };
}
