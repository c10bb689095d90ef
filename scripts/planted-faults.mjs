// Faults as people make them, in what a mutation tool cannot reach: the SQL of the writing use cases, and the rules whose
// planting once went unnoticed. `search` occurs exactly once in its file; whoever changes that line changes it here.

const APPROVAL = 'apps/api/src/modules/price-updates/apply-approval.ts';
const REOPENING = 'apps/api/src/modules/price-updates/reopen-update.ts';
const DRAFTS = 'apps/api/src/modules/price-updates/store-drafts.ts';
const ABILITIES = 'apps/api/src/modules/price-updates/update-abilities.ts';
const RESOLUTION = 'apps/api/src/modules/price-updates/resolve-sql.ts';
const CLOSING = 'apps/api/src/modules/price-updates/close-update.ts';
const SAVING = 'apps/api/src/modules/price-lists/store-edits.ts';
const SAVE = 'apps/api/src/modules/price-lists/save-price-list.ts';
const MIRROR = 'apps/api/src/modules/mirrors/exchange-list.ts';
const INTAKE = 'apps/api/src/modules/intake/store-package.ts';
const EDIT = 'packages/rules/src/price-list-edit.ts';
const MONEY = 'packages/rules/src/money.ts';

const approval = ['apps/api/test/whole-rows/approval.test.ts'];
const saving = ['apps/api/test/whole-rows/saving.test.ts'];
const delivery = ['apps/api/test/whole-rows/intake.test.ts'];
const edit = ['packages/rules/test/boundaries.test.ts'];

/** @type {{ name: string, file: string, search: string, replace: string, tests: string[] }[]} */
export const PLANTED_FAULTS = [
  // Those that went unnoticed once.
  {
    name: 'the approval wipes references that the package does not bring',
    file: APPROVAL,
    search: 'coalesce(u.${from}, o.${to})',
    replace: 'u.${from}',
    tests: approval,
  },
  {
    name: 'the approval keeps the former price of before',
    file: APPROVAL,
    search: 'price_old = CASE WHEN o.effective THEN ${before} ELSE o.price_old END',
    replace: 'price_old = o.price_old',
    tests: approval,
  },
  {
    name: 'the approval sets the former price of rows whose price stays',
    file: APPROVAL,
    search: 'price_old = CASE WHEN o.effective THEN ${before} ELSE o.price_old END',
    replace: 'price_old = ${before}',
    tests: approval,
  },
  {
    name: 'a save keeps the former price of before',
    file: SAVING,
    search: 'price_old = b.price,',
    replace: '',
    tests: saving,
  },
  {
    name: 'a save takes the new price for the former one',
    file: SAVING,
    search: 'price_old = b.price,',
    replace: 'price_old = e.manual / 100.0,',
    tests: saving,
  },
  {
    name: 'the reopening restores the former price too',
    file: REOPENING,
    search: 'price_old = CASE WHEN o.effective THEN ${NOW} ELSE o.price_old END',
    replace: 'price_old = o.price_old',
    tests: approval,
  },
  {
    name: 'whoever has seen the draft may not approve it',
    file: DRAFTS,
    search: 'edited_version > $2 AND pzn',
    replace: 'edited_version >= $2 AND pzn',
    tests: saving,
  },
  {
    name: 'a wanted exclusion is stale',
    file: DRAFTS,
    search: 's.price IS NULL AND NOT coalesce(s.ignore, false), false) AS stale',
    replace: 's.price IS NULL, false) AS stale',
    tests: saving,
  },
  {
    name: 'the highest price there is is refused',
    file: MONEY,
    search: 'euros > MAX_PRICE_CENTS / 100',
    replace: 'euros >= MAX_PRICE_CENTS / 100',
    tests: saving,
  },
  {
    name: 'clearing the price takes a ticked exclusion away',
    file: EDIT,
    search: 'exclusion: edit.exclusion || row.priceType === PRICE_TYPE.exclusion',
    replace: 'exclusion: row.priceType === PRICE_TYPE.exclusion',
    tests: edit,
  },
  // As many again, and some more.
  {
    name: 'the approval takes inactive rows',
    file: APPROVAL,
    search: 'AND NOT u.inactive AND',
    replace: 'AND',
    tests: approval,
  },
  {
    name: 'the approval calls every row effective',
    file: APPROVAL,
    search: 'WHERE o.update_id = $1 AND o.effective ORDER BY o.pzn',
    replace: 'WHERE o.update_id = $1 ORDER BY o.pzn',
    tests: approval,
  },
  {
    name: 'the price change of an approval tells the calculated price before',
    file: APPROVAL,
    search:
      "${effectiveSql('o.price_type', 'o.calculated_price', 'o.manual_price')},\n            ${effectiveSql('o.after_type'",
    replace: "o.calculated_price,\n            ${effectiveSql('o.after_type'",
    tests: approval,
  },
  {
    name: 'an approval dates every row anew',
    file: APPROVAL,
    search: 'changed_at = CASE WHEN o.effective THEN $3 ELSE o.changed_at END',
    replace: 'changed_at = $3',
    tests: approval,
  },
  {
    name: 'an approval raises the version of every row',
    file: APPROVAL,
    search: 'changed_version = CASE WHEN o.effective THEN $4 ELSE i.changed_version END',
    replace: 'changed_version = $4',
    tests: approval,
  },
  {
    name: 'an LZD that resets leaves what it does not hold on the list',
    file: APPROVAL,
    search: 'WHERE o.update_id = $1 AND o.after_type IS NULL AND i.apo_id = $2 AND i.pzn = o.pzn',
    replace: 'WHERE o.update_id = $1 AND o.after_type IS NULL AND i.apo_id = -$2 AND i.pzn = o.pzn',
    tests: approval,
  },
  {
    name: 'an LZD that resets empties the other groups',
    file: APPROVAL,
    search: 'WHERE i.apo_id = $2 AND i.product_group = $3\n        AND NOT EXISTS',
    replace: 'WHERE i.apo_id = $2 AND $3 = $3\n        AND NOT EXISTS',
    tests: approval,
  },
  {
    name: 'an LZD that resets keeps the marks of the list',
    file: RESOLUTION,
    search: "kind === 'LZD' && resetChoice === 0 ? '0' : `coalesce(${listType}, 0)`",
    replace: '`coalesce(${listType}, 0)`',
    tests: approval,
  },
  {
    name: 'an own price outlasts the monthly update',
    file: RESOLUTION,
    search: "kind === 'MDP' ? 'base = 2' : 'false'",
    replace: "'false'",
    tests: approval,
  },
  {
    name: 'a quarterly update ends own prices',
    file: RESOLUTION,
    search: "kind === 'MDP' ? 'base = 2' : 'false'",
    replace: "'base = 2'",
    tests: approval,
  },
  {
    name: 'the list counts exclusions among its products after an approval',
    file: APPROVAL,
    search: 'count(*) FILTER (WHERE price_type <> 1), count(*) FILTER',
    replace: 'count(*), count(*) FILTER',
    tests: approval,
  },
  {
    name: 'the list counts exclusions among its products after a save',
    file: SAVE,
    search: 'count(*) FILTER (WHERE price_type <> 1), count(*) FILTER',
    replace: 'count(*), count(*) FILTER',
    tests: saving,
  },
  {
    name: 'the reopening leaves the manual price of now',
    file: REOPENING,
    search: "  'manual_price',\n",
    replace: '',
    tests: approval,
  },
  {
    name: 'the reopening leaves the surroundings of now',
    file: REOPENING,
    search: "  'price_avg',\n",
    replace: '',
    tests: approval,
  },
  {
    name: 'the reopening leaves new products on the list',
    file: REOPENING,
    search: 'WHERE o.update_id = $1 AND NOT o.listed AND i.apo_id = $2',
    replace: 'WHERE o.update_id = $1 AND NOT o.listed AND i.apo_id = -$2',
    tests: approval,
  },
  {
    name: 'the reopening does not bring back what left the list',
    file: REOPENING,
    search: 'FROM price_update_outcome o WHERE o.update_id = $1 AND o.listed AND o.after_type IS NULL',
    replace: 'FROM price_update_outcome o WHERE o.update_id = $1 AND NOT o.listed AND o.after_type IS NULL',
    tests: approval,
  },
  {
    name: 'the price changes of a reopening stand the wrong way round',
    file: REOPENING,
    search: '${NOW}, ${BEFORE}, i.price_type, o.price_type, $8, $9',
    replace: '${BEFORE}, ${NOW}, o.price_type, i.price_type, $8, $9',
    tests: approval,
  },
  {
    name: 'the reopening forgets to drop what the approval did',
    file: REOPENING,
    search: "'DELETE FROM price_update_outcome WHERE update_id = $1'",
    replace: "'SELECT FROM price_update_outcome WHERE update_id = $1'",
    tests: approval,
  },
  {
    name: 'a save forgets who it was',
    file: SAVING,
    search: '      change.actor.subject,\n      change.historyId,',
    replace: '      null,\n      change.historyId,',
    tests: saving,
  },
  {
    name: 'a save writes manual prices a hundred times too high',
    file: SAVING,
    search: 'manual_price = e.manual / 100.0',
    replace: 'manual_price = least(e.manual, 9999999)',
    tests: saving,
  },
  {
    name: 'a product that is new on the list has had a type before',
    file: SAVING,
    search: 'CASE WHEN e.is_new THEN NULL ELSE b.price_type END',
    replace: 'b.price_type',
    tests: saving,
  },
  {
    name: 'a draft keeps the price of a row that is back at its original',
    file: DRAFTS,
    search: 'edited_price = CASE WHEN j.keep THEN j.price END',
    replace: 'edited_price = coalesce(j.price, t.edited_price)',
    tests: saving,
  },
  {
    name: 'a draft that says what is stored is written again',
    file: DRAFTS,
    search: 'AND t.pzn = j.pzn AND j.differs',
    replace: 'AND t.pzn = j.pzn',
    tests: saving,
  },
  {
    name: 'a package may be reopened although a row has changed since',
    file: ABILITIES,
    search: 'OR i.changed_version > $3 OR i.changed_at > $4',
    replace: 'OR $3::bigint IS NULL OR $4::timestamptz IS NULL',
    tests: ['apps/api/test/price-updates/approval.test.ts'],
  },
  {
    name: 'a deleted package keeps its deadline',
    file: CLOSING,
    search: 'auto_action_at = NULL, auto_action = NULL',
    replace: 'auto_action_at = auto_action_at',
    tests: delivery,
  },
  {
    name: 'the copy of a former mirror forgets permanent prices',
    file: MIRROR,
    search: 'pzn, product_group, calculated_price, manual_price, price_type, price_old,',
    replace: 'pzn, product_group, calculated_price, price_type, price_old,',
    tests: saving,
  },
  {
    name: 'the copy of a former mirror takes over no flags',
    file: MIRROR,
    search: 'flag = main.flag, qdp_flag = main.qdp_flag,',
    replace: '',
    tests: saving,
  },
  {
    name: 'the log of a new mirror does not say what its products cost',
    file: MIRROR,
    search: "{ oldPrice: EFFECTIVE, oldType: 'i.price_type' }",
    replace: "{ oldType: 'i.price_type' }",
    tests: saving,
  },
  {
    name: 'a delivery forgets the regional price',
    file: INTAKE,
    search: "    'ravp_regio',\n",
    replace: '',
    tests: delivery,
  },
  {
    name: 'a delivery to one group takes products of another',
    file: INTAKE,
    search: 'WHERE i.product_group <> $2 OR',
    replace: 'WHERE $2 = $1::text OR',
    tests: delivery,
  },
];
