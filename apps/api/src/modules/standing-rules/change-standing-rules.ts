import { isDeepStrictEqual } from 'node:util';
import type { StandingRuleStart } from '@portal/contracts';
import { isoDay, MAX_STANDING_RULES, type ProductGroup, UPDATES_UNTIL_ASKED } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, command, run, statement, typed } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { invalidRequest, mirrorReadOnly, wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { changeUpdate, lockUpdate, UPDATES_SINCE } from '../price-updates/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { STANDING_EVENT, STANDING_TEXT } from './standing-rule-texts.ts';

type Deps = { readonly database: Database; readonly clock: Clock };
type By = { readonly apoId: number; readonly actor: Actor };

type Known = { id: number; name: string; productGroups: ProductGroup[]; position: number };
const KNOWN = statement(
  {
    id: 'int',
    name: 'text',
    productGroups: typed<ProductGroup[]>('text[]'),
    position: 'int',
    endsOn: 'text?',
    withoutReview: 'bool',
    rule: 'json',
    conditions: 'json',
    updates: 'int',
  },
  `SELECT s.id, s.name, s.product_groups AS "productGroups", s.position, s.ends_on AS "endsOn", s.without_review AS "withoutReview",
          s.rule, s.conditions, ${UPDATES_SINCE} AS updates
     FROM standing_rule s WHERE s.apo_id = $1 ORDER BY s.position, s.id`,
);

/**
 * Rule 18.1; the same once more changes nothing.
 * @throws PortalError 403, 409, 422
 */
export function startRule({ database, clock }: Deps, { apoId, actor }: By, start: StandingRuleStart): Promise<void> {
  return database.transaction(async (connection) => {
    const rules = await lockRules(connection, apoId);
    const at = clock.now();
    const { name, productGroups, rule, conditions, endsOn, withoutReview } = start;
    const same = rules.find((each) => each.name === name);
    if (same) {
      const { id: _id, position: _position, updates: _updates, ...known } = same;
      if (isDeepStrictEqual(known, { name, productGroups, endsOn, withoutReview, rule, conditions })) return;
      throw wrongState(STANDING_TEXT.nameTaken(name));
    }
    if (rules.length >= MAX_STANDING_RULES) throw wrongState(STANDING_TEXT.tooMany);
    if (endsOn !== null && endsOn < isoDay(at)) {
      throw invalidRequest(422, [{ path: 'endsOn', message: STANDING_TEXT.pastDay }]);
    }
    const position = (rules.at(-1)?.position ?? 0) + 1;
    await run(connection, START, [
      apoId,
      name,
      productGroups,
      rule,
      JSON.stringify(conditions),
      position,
      endsOn,
      withoutReview,
      at,
      actor.userName,
      actor.subject,
    ]);
    await note(connection, { apoId, actor }, at, STANDING_EVENT.started(start), productGroups);
  });
}

const START =
  command(`INSERT INTO standing_rule (apo_id, name, product_groups, rule, conditions, position, ends_on, without_review, started_at, confirmed_at, user_name, actor)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)`);

/**
 * Rule 18.4.
 * @throws PortalError 403, 409
 */
export function orderRules({ database, clock }: Deps, { apoId, actor }: By, ids: readonly number[]): Promise<void> {
  return database.transaction(async (connection) => {
    const rules = await lockRules(connection, apoId);
    const ordered = ids.flatMap((id) => rules.find((each) => each.id === id) ?? []);
    if (ordered.length !== rules.length || new Set(ids).size !== rules.length || ids.length !== rules.length) {
      throw wrongState(STANDING_TEXT.otherRules);
    }
    if (ordered.every(({ id }, index) => rules[index]?.id === id)) return;
    for (const [index, { id }] of ordered.entries()) {
      await updateOne(connection, 'standing_rule', { apoId, id }, { position: index + 1 });
    }
    await note(connection, { apoId, actor }, clock.now(), STANDING_EVENT.ordered(ordered.map(({ name }) => name)));
  });
}

/**
 * Rule 18.12; where nobody is asked it changes nothing.
 * @throws PortalError 403, 409
 */
export function confirmRule({ database, clock }: Deps, { apoId, actor }: By, id: number): Promise<void> {
  return database.transaction(async (connection) => {
    const { name, updates, productGroups } = requireRule(await lockRules(connection, apoId), id);
    if (updates < UPDATES_UNTIL_ASKED) return;
    const at = clock.now();
    await updateOne(connection, 'standing_rule', { apoId, id }, { confirmedAt: at });
    await note(connection, { apoId, actor }, at, STANDING_EVENT.confirmed(name), productGroups);
  });
}

const DELETE_RULE = command('DELETE FROM standing_rule WHERE apo_id = $1 AND id = $2');

/**
 * Rule 18.10.
 * @throws PortalError 403, 409
 */
export function endRule(
  { database, clock }: Deps,
  { apoId, actor }: By,
  { id, dropDrafts }: { id: number; dropDrafts: boolean },
): Promise<void> {
  return database.transaction(async (connection) => {
    const { name, productGroups } = requireRule(await lockRules(connection, apoId), id);
    const at = clock.now();
    const dropped = dropDrafts ? await dropRuleDrafts(connection, { apoId, actor }, id, at) : 0;
    await run(connection, DELETE_RULE, [apoId, id]);
    await note(connection, { apoId, actor }, at, STANDING_EVENT.ended(name, dropped), productGroups);
  });
}

const WITH_DRAFTS = statement(
  { id: 'int', kind: typed<'MDP' | 'QDP'>('text'), group: typed<ProductGroup>('text') },
  `SELECT u.id, u.kind, u.product_group AS "group" FROM price_update u
    WHERE u.apo_id = $1 AND u.status = 0
      AND EXISTS (SELECT FROM price_update_item i WHERE i.apo_id = $1 AND i.update_id = u.id AND i.edited_rule = $2 AND i.edited_actor IS NULL)
    ORDER BY u.product_group, u.id`,
);

/** In the order of all writers: lists by group, then packages. */
async function dropRuleDrafts(
  connection: pg.PoolClient,
  { apoId, actor }: By,
  rule: number,
  at: Date,
): Promise<number> {
  let dropped = 0;
  for (const key of await ask(connection, WITH_DRAFTS, [apoId, rule])) {
    const { update } = await lockUpdate(connection, { ...key, apoId });
    if (update.status !== 0) continue;
    const version = await changeUpdate(connection, update, { updatedAt: at });
    const values = [apoId, update.id, rule, version, actor.userName, actor.subject];
    dropped += (await run(connection, DROP_DRAFTS, values)) ?? 0;
  }
  return dropped;
}

/** A former build leaves the rule where a person has changed its draft. */
const DROP_DRAFTS = command(`UPDATE price_update_item
   SET edited_price = NULL, edited_permanent = NULL, edited_ignore = NULL, edited_reason = NULL, edited_rule = NULL,
       edited_version = $4, edited_by = $5, edited_actor = $6
 WHERE apo_id = $1 AND update_id = $2 AND edited_rule = $3 AND edited_actor IS NULL`);

/**
 * Nobody else writes the pharmacy's rules meanwhile, and no update arrives.
 * @throws PortalError 403
 */
async function lockRules(connection: pg.PoolClient, apoId: number) {
  const [owner] = await lockPharmacyRows(connection, [apoId], 'change');
  if (!owner || owner.parentApoId !== null) throw mirrorReadOnly();
  return ask(connection, KNOWN, [apoId]);
}

/** @throws PortalError 409 */
function requireRule<Rule extends Known>(rules: readonly Rule[], id: number): Rule {
  const found = rules.find((each) => each.id === id);
  if (!found) throw wrongState(STANDING_TEXT.gone);
  return found;
}

function note(
  connection: pg.PoolClient,
  { apoId, actor }: By,
  at: Date,
  event: string,
  groups: readonly ProductGroup[] = [],
): Promise<void> {
  const [productGroup] = groups;
  const one = productGroup !== undefined && groups.length === 1 ? { productGroup } : {};
  return writeHistory(connection, { apoId, at, event, actor, hasLog: false, ...one });
}
