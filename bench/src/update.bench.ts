import { digestSql } from '@portal/api/modules/history-writing/digest-sql.ts';
import { COLUMNS_MEDIA_TYPE, joinPieces, type PriceListPieces } from '@portal/contracts';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { startPortalProcess } from './bench-portal.ts';
import { AS_BROWSERS, call, load } from './call.ts';
import { interleave, report, sample } from './measure.ts';
import { approveBare, approveHalf, seedPackages, seedPharmacies } from './package-data.ts';

/**
 * A user's work on lists of 20,000 rows: opening a package, saving 2,000 edits of the price list, approving a package; each
 * over HTTP as a browser does beside the same work in bare set-based SQL, taking turns.
 */
const ROUNDS = 9;
/** Of what is done in a moment a median of more rounds is steadier. */
const SAVES = 21;
const LARGE = 20_000;
const EDITS = 2_000;
const FIRST = 700_000;
const portal = await startPortalProcess();
const { pool, url } = portal;

process.stdout.write('\nOpening a package of 20,000 rows\n');
await seedPharmacies(pool, { first: FIRST, count: 2 * (ROUNDS + 1) + 3, rows: LARGE });
const [open] = await seedPackages(pool, { first: FIRST, count: 1, raise: 1, due: false });
if (!open) throw new Error('no package was seeded');
const path = (kind: string, apoId: number, id: number) => `${url}/api/price/${kind}/${apoId}/bench-${apoId}/${id}/OTC`;
const ROWS = `SELECT u.*, p.name, p.content, p.producer, p.brand, p.norm_size, p.atc, i.price_type, i.manual_price
  FROM price_update_item u JOIN product p USING (pzn) LEFT JOIN price_item i ON i.apo_id = u.apo_id AND i.pzn = u.pzn
 WHERE u.apo_id = ${FIRST} AND u.update_id = $1 ORDER BY u.pzn`;
const opening = await interleave(
  {
    bare: () => pool.query({ text: ROWS, values: [open.id], rowMode: 'array' }),
    portal: async () => {
      // A new version makes the kept answer stale, as a saved draft does.
      await pool.query('UPDATE price_update SET version = version + 1 WHERE apo_id = $1 AND id = $2', [FIRST, open.id]);
      await load(path('mdp', FIRST, open.id), AS_BROWSERS);
    },
  },
  ROUNDS,
);
report('bare SELECT', `${opening.bare.ms.toFixed(0)} ms`);
report('the call, cold', `${opening.portal.ms.toFixed(0)} ms`);
report('the call / bare SELECT', `${(opening.portal.ms / opening.bare.ms).toFixed(2)} x`, {
  text: '<= 1.5 x',
  holds: opening.portal.ms <= 1.5 * opening.bare.ms,
});

process.stdout.write('\nWhat the list says of its rows\n');
const BEFORE = `SELECT i.* FROM price_update_item u LEFT JOIN price_item i ON i.apo_id = u.apo_id AND i.pzn = u.pzn
 WHERE u.apo_id = ${FIRST} AND u.update_id = $1 ORDER BY u.pzn`;
const comparing = await interleave(
  {
    bare: () => pool.query({ text: BEFORE, values: [open.id], rowMode: 'array' }),
    portal: async () => {
      await pool.query('UPDATE price_update SET version = version + 1 WHERE apo_id = $1 AND id = $2', [FIRST, open.id]);
      await load(path('review/mdp', FIRST, open.id), AS_BROWSERS);
    },
  },
  ROUNDS,
);
report('bare SELECT', `${comparing.bare.ms.toFixed(0)} ms`);
report('the call, cold', `${comparing.portal.ms.toFixed(0)} ms`);
report('the call / bare SELECT', `${(comparing.portal.ms / comparing.bare.ms).toFixed(2)} x`, {
  text: '<= 1.5 x',
  holds: comparing.portal.ms <= 1.5 * comparing.bare.ms,
});

process.stdout.write('\nA package of which a part is approved\n');
const AFTER = FIRST + 2 * (ROUNDS + 1) + 1;
const [divided, rest] = await seedPackages(pool, { first: AFTER, count: 2, raise: 1, due: false });
if (!divided || !rest) throw new Error('no package was seeded');
for (const each of [divided, rest]) await approveHalf(pool, each);
const cold = async (kind: string, { apoId: apo, id }: typeof divided) => {
  await pool.query('UPDATE price_update SET version = version + 1 WHERE apo_id = $1 AND id = $2', [apo, id]);
  await load(path(kind, apo, id), AS_BROWSERS);
};
const parted = await interleave(
  {
    whole: () => cold('mdp', open),
    divided: () => cold('mdp', divided),
    wholeContext: () => cold('review/mdp', open),
    dividedContext: () => cold('review/mdp', divided),
  },
  ROUNDS,
);
for (const [name, ratio] of [
  ['opening it / opening a whole one', parted.divided.ms / parted.whole.ms],
  ['what the list says of it / of a whole one', parted.dividedContext.ms / parted.wholeContext.ms],
] as const)
  report(name, `${ratio.toFixed(2)} x`, { text: '<= 1.1 x', holds: ratio <= 1.1 });

process.stdout.write(`\nSaving ${EDITS} edits of a price list of 20,000 rows\n`);
const { apoId, crmCompanyId, token } = OWNER_PHARMACY;
const listUrl = `${url}/api/price/${crmCompanyId}/${token}`;
// Open packages would lock some of its rows.
await pool.query('UPDATE price_update SET status = -1 WHERE apo_id = $1 AND status = 0', [apoId]);
const list = joinPieces(await call<PriceListPieces>(`${listUrl}/OTC`, 'GET', undefined, COLUMNS_MEDIA_TYPE));
const pzns = list.columns.pzn.filter((_, row) => list.columns.priceType[row] === 0).slice(0, 2 * EDITS);
const [ours, bareOnes] = [pzns.slice(0, EDITS), pzns.slice(EDITS)];
let cents = 1_000;
const nextCents = () => {
  cents += 1;
  return cents;
};
const UPDATE = `UPDATE price_item i SET price_type = 2, manual_price = e.manual / 100.0, changed_at = now()
  FROM unnest($2::text[], $3::int[]) AS e(pzn, manual) WHERE i.apo_id = $1 AND i.pzn = e.pzn`;
const CHANGES = `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, avp, old_price, new_price,
    old_type, new_type, list_version)
  SELECT $1, i.pzn, 'OTC', now(), 'Preisliste gespeichert', 'Bench', i.avp, i.price_old, i.manual_price, 2, 2, 2
    FROM price_item i WHERE i.apo_id = $1 AND i.pzn = ANY($2)`;
const edited = () => bareOnes.map(() => nextCents());
const saving = await interleave(
  {
    update: () => pool.query(UPDATE, [apoId, bareOnes, edited()]),
    both: async () => {
      await pool.query(UPDATE, [apoId, bareOnes, edited()]);
      await pool.query(CHANGES, [apoId, bareOnes]);
    },
    portal: () => {
      const products = ours.map((pzn) => ({
        pzn,
        priceEdit: nextCents() / 100,
        editedPermanent: false,
        editedIgnore: false,
      }));
      return call(listUrl, 'PUT', { products });
    },
  },
  SAVES,
);
report('bare UPDATE … FROM', `${saving.update.ms.toFixed(0)} ms`);
report('bare UPDATE … FROM and price changes', `${saving.both.ms.toFixed(0)} ms`);
report('the call', `${saving.portal.ms.toFixed(0)} ms`);
report('the call / bare UPDATE and price changes', `${(saving.portal.ms / saving.both.ms).toFixed(2)} x`, {
  text: '<= 1.4 x',
  holds: saving.portal.ms <= 1.4 * saving.both.ms,
});
report('the call / bare UPDATE alone', `${(saving.portal.ms / saving.update.ms).toFixed(2)} x`, {
  text: '<= 2.5 x',
  holds: saving.portal.ms <= 2.5 * saving.update.ms,
});

process.stdout.write('\nApproving packages of 20,000 rows\n');
const packages = await seedPackages(pool, { first: FIRST + 1, count: 2 * (ROUNDS + 1), raise: 1, due: false });
const next = () => {
  const each = packages.pop();
  if (!each) throw new Error('no package left');
  return each;
};
let approved = FIRST;
const PROVED = digestSql('e', "''::bytea", { apoId: '$1', id: 'e.id' });
const DIGEST = `SELECT ${PROVED} FROM history_entry e WHERE e.apo_id = $1 ORDER BY e.id DESC LIMIT 1`;
const approving = await interleave(
  {
    bare: () => approveBare(pool, next()),
    portal: () => {
      const each = next();
      approved = each.apoId;
      return call(path('approve/mdp', each.apoId, each.id), 'PUT', { products: [] });
    },
    digest: () => pool.query(DIGEST, [approved]),
  },
  ROUNDS,
);
report('bare SQL', `${approving.bare.ms.toFixed(0)} ms`);
report('the call', `${approving.portal.ms.toFixed(0)} ms`);
report('the call / bare SQL', `${(approving.portal.ms / approving.bare.ms).toFixed(2)} x`, {
  text: '<= 1.3 x',
  holds: approving.portal.ms <= 1.3 * approving.bare.ms,
});
const approvingRest = await sample(() => call(path('approve/mdp', rest.apoId, rest.id), 'PUT', { products: [] }));
report('the call for the rest / for a whole one', `${(approvingRest.ms / approving.portal.ms).toFixed(2)} x`, {
  text: '<= 1.1 x',
  holds: approvingRest.ms <= 1.1 * approving.portal.ms,
});
report('the digest of its history entry', `${approving.digest.ms.toFixed(0)} ms`);
report('the digest / the call', `${((100 * approving.digest.ms) / approving.portal.ms).toFixed(1)} %`, {
  text: '<= 10 %',
  holds: approving.digest.ms <= 0.1 * approving.portal.ms,
});
await pool.end();
await portal.close();
