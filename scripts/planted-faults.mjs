// Faults as people make them, in what a mutation tool cannot reach: the SQL of the writing use cases, and the rules whose
// planting once went unnoticed. `search` occurs exactly once in its file; a change of that line belongs here too.

const STORE = 'apps/api/src/modules/price-writing/store-rows-sql.ts';
const KERNEL = 'apps/api/src/modules/price-writing/write-lists.ts';
const APPROVAL = 'apps/api/src/modules/price-updates/approved-rows.ts';
const PARTS = 'apps/api/src/modules/price-updates/approval-parts.ts';
const CLASHES = 'apps/api/src/modules/price-lists/find-conflicts.ts';
const DRAFTS = 'apps/api/src/modules/price-updates/drafts-sql.ts';
const ABILITIES = 'apps/api/src/modules/price-updates/update-abilities.ts';
const RESOLUTION = 'apps/api/src/modules/price-updates/resolve-sql.ts';
const CLOSING = 'apps/api/src/modules/price-updates/close-update.ts';
const SAVING = 'apps/api/src/modules/price-lists/saved-rows.ts';
const SAVE = 'apps/api/src/modules/price-lists/save-price-list.ts';
const CHANGE = 'apps/api/src/modules/price-updates/change-update.ts';
const MIRROR = 'apps/api/src/modules/mirrors/exchange-list.ts';
const INTAKE = 'apps/api/src/modules/intake/package-sql.ts';
const REVIEWS = 'apps/api/src/modules/price-writing/review-dates.ts';
const EDIT = 'packages/rules/src/price-list-edit.ts';
const MONEY = 'packages/rules/src/money.ts';
const PERIOD = 'packages/rules/src/price-period.ts';
const UNDO = 'packages/rules/src/undo.ts';
const ENDED = 'apps/api/src/modules/price-writing/ended-periods.ts';
const PART = 'packages/rules/src/approval-part.ts';
const STANDING = 'packages/rules/src/standing-rules.ts';
const HELD = 'packages/rules/src/till/held-prices.ts';
const INVENTORY = 'packages/rules/src/till/compare-inventory.ts';
const ARRIVAL = 'packages/rules/src/review/delivery/find-arrival-doubts.ts';
const TAKING_IN = 'apps/api/src/modules/intake/take-in-package.ts';
const CERTIFICATE = 'packages/rules/src/review/delivery/certify.ts';

const approval = ['approval', 'approval-lzd'].map((name) => `apps/api/test/whole-rows/${name}.test.ts`);
const saving = ['apps/api/test/whole-rows/saving.test.ts'];
const delivery = ['apps/api/test/whole-rows/intake.test.ts'];
const waiting = ['apps/api/test/price-writing/waiting.test.ts'];
const edit = ['packages/rules/test/boundaries.test.ts'];
const rules = (...names) => names.map((name) => `packages/rules/test/${name}.test.ts`);
const takenBack = ['apps/api/test/price-periods/taken-back.test.ts'];
const certificate = rules(
  ...['facts', 'find-doubts', 'arrival', 'common-factor'].map((name) => `review/delivery/${name}`),
);

/** @type {{ name: string, file: string, search: string, replace: string, tests: string[] }[]} */
export const PLANTED_FAULTS = [
  // Those that went unnoticed once.
  {
    name: 'the approval wipes references that the package does not bring',
    file: APPROVAL,
    search: 'coalesce(u.${raw(from)}, i.${raw(to)})',
    replace: 'u.${raw(from)}',
    tests: approval,
  },
  {
    name: 'a new price leaves the former price of before',
    file: STORE,
    search: 'price_old = CASE WHEN m.effective THEN m.old_price ELSE i.price_old END',
    replace: 'price_old = i.price_old',
    tests: approval,
  },
  {
    name: 'rows whose price stays get a new former price',
    file: STORE,
    search: 'price_old = CASE WHEN m.effective THEN m.old_price ELSE i.price_old END',
    replace: 'price_old = m.old_price',
    tests: approval,
  },
  {
    name: 'a save takes the new price for the former one',
    file: STORE,
    search: 'price_old = CASE WHEN m.effective THEN m.old_price ELSE i.price_old END',
    replace: 'price_old = m.new_price',
    tests: saving,
  },
  {
    name: 'what returns by a reopening has changed when it did before',
    file: APPROVAL,
    search: "after = { ...pricesOf('o'), ...beneathOf('o') }",
    replace:
      "after = { ...pricesOf('o'), ...beneathOf('o'), price_old: sql`o.price_old`, changed_at: sql`o.changed_at` }",
    tests: approval,
  },
  {
    name: 'a person who has seen the draft may not approve it',
    file: DRAFTS,
    search: 'edited_version > $2 AND pzn',
    replace: 'edited_version >= $2 AND pzn',
    tests: saving,
  },
  {
    name: 'a wanted exclusion is stale',
    file: DRAFTS,
    search: 's.own_price IS NULL AND NOT coalesce(s.ignore, false), false) AS stale',
    replace: 's.own_price IS NULL, false) AS stale',
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
  {
    name: 'a save of a list overwrites what it has not seen',
    file: CLASHES,
    search: 'row.changedVersion > loaded',
    replace: 'false',
    tests: ['apps/api/test/price-list-save.test.ts'],
  },
  {
    name: 'a save of drafts overwrites what it has not seen',
    file: DRAFTS,
    search: 'WHERE newer AND differs',
    replace: 'WHERE newer AND false',
    tests: ['apps/api/test/price-updates/two-tabs.test.ts'],
  },
  // As many again, and some more.
  {
    name: 'the approval takes inactive rows',
    file: APPROVAL,
    search: 'AND NOT u.inactive AND ${listed(update)}',
    replace: 'AND ${listed(update)}',
    tests: approval,
  },
  {
    name: 'every row that is written gets a price change',
    file: STORE,
    search: 'FROM moved WHERE effective ORDER BY pzn',
    replace: 'FROM moved ORDER BY pzn',
    tests: approval,
  },
  {
    name: 'a price change tells the calculated price before',
    file: STORE,
    search: '${EFFECTIVE_BEFORE} AS old_price',
    replace: 'before_calculated_price AS old_price',
    tests: approval,
  },
  {
    name: 'every row that is written is dated anew',
    file: STORE,
    search: 'changed_at = CASE WHEN m.effective THEN ${at} ELSE i.changed_at END',
    replace: 'changed_at = ${at}',
    tests: approval,
  },
  {
    name: 'every row that is written gets the new version',
    file: STORE,
    search: 'changed_version = CASE WHEN m.effective THEN ${version} ELSE i.changed_version END',
    replace: 'changed_version = ${version}',
    tests: approval,
  },
  {
    name: 'what leaves the list stays on it',
    file: STORE,
    search: 'WHERE ${isMoved} AND m.listed AND m.price_type IS NULL',
    replace: 'WHERE ${isMoved} AND m.listed AND false',
    tests: approval,
  },
  {
    name: 'an LZD that resets empties the other groups',
    file: APPROVAL,
    search: 'i.apo_id = ${apoId} AND i.product_group = ${group}\n       AND NOT EXISTS',
    replace: 'i.apo_id = ${apoId}\n       AND NOT EXISTS',
    tests: approval,
  },
  {
    name: 'an LZD that resets keeps the marks of the list',
    file: RESOLUTION,
    search: 'resetsList({ kind, resetChoice }) ? sql`0` : sql`coalesce(${listType}, 0)`',
    replace: 'sql`coalesce(${listType}, 0)`',
    tests: approval,
  },
  {
    name: 'an own price outlasts the monthly update',
    file: RESOLUTION,
    search: 'PACKAGE_KINDS[kind].endsOwnPrices ? sql`base = 2` : sql`false`',
    replace: 'sql`false`',
    tests: approval,
  },
  {
    name: 'a quarterly update ends own prices',
    file: RESOLUTION,
    search: 'PACKAGE_KINDS[kind].endsOwnPrices ? sql`base = 2` : sql`false`',
    replace: 'sql`base = 2`',
    tests: approval,
  },
  {
    name: 'the list counts exclusions among its products',
    file: STORE,
    search: 'count(*) FILTER (WHERE price_type <> 1), count(*) FILTER',
    replace: 'count(*), count(*) FILTER',
    tests: approval,
  },
  {
    name: 'a new exclusion is not counted',
    file: KERNEL,
    search: 'if (stored.newCounts)',
    replace: 'if (stored.newCounts && stored.listed === 0)',
    tests: saving,
  },
  {
    name: 'the reopening leaves the manual price of now',
    file: APPROVAL,
    search: "after = { ...pricesOf('o'), ...beneathOf('o') }",
    replace: "after = { ...pricesOf('o'), ...beneathOf('o'), manual_price: sql`i.manual_price` }",
    tests: approval,
  },
  {
    name: 'the reopening leaves the surroundings of now',
    file: APPROVAL,
    search: "after = { ...pricesOf('o'), ...beneathOf('o') }",
    replace: "after = { ...pricesOf('o'), ...beneathOf('o'), price_avg: sql`i.price_avg` }",
    tests: approval,
  },
  {
    name: 'the reopening leaves new products on the list',
    file: APPROVAL,
    search: '${from} AND NOT o.listed',
    replace: '${from} AND NOT o.listed AND o.listed',
    tests: approval,
  },
  {
    name: 'the reopening does not bring back what left the list',
    file: APPROVAL,
    search: '${from} AND o.listed',
    replace: '${from} AND o.listed AND o.after_type IS NOT NULL',
    tests: approval,
  },
  {
    name: 'price changes stand the wrong way round',
    file: STORE,
    search: 'coalesce(avp, before_avp), old_price, new_price,\n           before_price_type, price_type,',
    replace: 'coalesce(avp, before_avp), new_price, old_price,\n           price_type, before_price_type,',
    tests: approval,
  },
  {
    name: 'the reopening forgets to drop what the approval did',
    file: PARTS,
    search: 'DELETE FROM price_update_outcome',
    replace: 'SELECT FROM price_update_outcome',
    tests: approval,
  },
  {
    name: 'a part takes in rows that have changed on the list since they were seen',
    file: 'apps/api/src/modules/approval-parts/approve-part.ts',
    search: 'judged.pzns.has(pzn) && !changed.has(pzn)',
    replace: 'judged.pzns.has(pzn)',
    tests: ['apps/api/test/price-updates/parts.test.ts'],
  },
  {
    name: 'articles of a part stay locked on the price list',
    file: 'apps/api/src/modules/price-lists/read-price-list.ts',
    search: 'AND NOT EXISTS (SELECT FROM price_update_outcome o',
    replace: 'AND EXISTS (SELECT) OR EXISTS (SELECT FROM price_update_outcome o',
    tests: ['apps/api/test/price-updates/parts.test.ts'],
  },
  {
    name: 'the log forgets who it was',
    file: STORE,
    search: '${actor.userName}, ${actor.subject}, coalesce(avp',
    replace: '${actor.userName}, null, coalesce(avp',
    tests: saving,
  },
  {
    name: 'a save writes manual prices a hundred times too high',
    file: SAVING,
    search: 'e.cents / 100.0',
    replace: 'least(e.cents, 9999999)',
    tests: saving,
  },
  {
    name: 'a product that is new on the list has had a type before',
    file: STORE,
    search: 'before_price_type, price_type, ${version}',
    replace: 'coalesce(before_price_type, 0), price_type, ${version}',
    tests: saving,
  },
  {
    name: 'a draft keeps the price of a row that is back at its original',
    file: DRAFTS,
    search: 'edited_price = j.own_price',
    replace: 'edited_price = coalesce(j.own_price, t.edited_price)',
    tests: saving,
  },
  {
    name: 'a draft that says what is stored takes the reason of another person',
    file: DRAFTS,
    search: 'AND t.pzn = j.pzn AND (j.differs OR j.explained)',
    replace: 'AND t.pzn = j.pzn',
    tests: ['apps/api/test/review/marks.test.ts'],
  },
  {
    name: 'an approval ends a period with its row',
    file: 'apps/api/src/modules/price-updates/approved-rows.ts',
    search: 'WHEN r.after_type <> 1 OR r.base = 1 THEN ${price} END',
    replace: 'END',
    tests: ['apps/api/test/price-periods/periods.test.ts'],
  },
  {
    name: 'the end of a period is a later change',
    file: 'apps/api/src/modules/price-updates/update-abilities.ts',
    search: 'IN (p.began_version, p.ended_version)',
    replace: 'IN (p.began_version)',
    tests: ['apps/api/test/price-periods/periods.test.ts'],
  },
  {
    name: 'a package may be reopened although a row has changed since, in a year that was dropped',
    file: ABILITIES,
    search: 'OR i.changed_version > o.version',
    replace: '',
    tests: ['apps/api/test/price-updates/large.test.ts'],
  },
  {
    name: 'a deleted package keeps its deadline',
    file: CLOSING,
    search: ', autoActionAt: null, autoAction: null',
    replace: '',
    tests: delivery,
  },
  {
    name: 'the copy of a former mirror forgets permanent prices',
    file: MIRROR,
    search: "after: { ...rowOf('main'), ...beneathOf('main') }",
    replace:
      "after: { ...rowOf('main'), ...beneathOf('main'), manual_price: sql`i.manual_price`, price_type: sql`1::smallint` }",
    tests: saving,
  },
  {
    name: 'the copy of a former mirror takes over no flags',
    file: MIRROR,
    search: 'SET ${COPIED}, last_change',
    replace: 'SET last_change',
    tests: saving,
  },
  {
    name: 'the log does not say what a product was billed at that has left the list',
    file: STORE,
    search: 'coalesce(avp, before_avp)',
    replace: 'avp',
    tests: saving,
  },
  {
    name: 'a delivery forgets the regional price',
    file: INTAKE,
    search: "sqlNames('package', isDelivered), 'inactive'",
    replace: "sqlNames('package', isDelivered).filter((name) => name !== 'ravp_regio'), 'inactive'",
    tests: delivery,
  },
  {
    name: 'a delivery to one group takes products of another',
    file: INTAKE,
    search: 'WHERE i.product_group <> ${group} OR',
    replace: 'WHERE',
    tests: delivery,
  },
  {
    name: 'a save goes by what it has read before it waited',
    file: SAVE,
    search: 'lists.every((list) => unlocked.versions.get(list.group) === list.version)',
    replace: 'true',
    tests: waiting,
  },
  {
    name: 'a package is changed whatever has become of it',
    file: CHANGE,
    search: '{ apoId, id, version: update.version }',
    replace: '{ apoId, id }',
    tests: waiting,
  },
  {
    name: "a draft that a person changed stays the rule's",
    file: DRAFTS,
    search: 'edited_rule = CASE WHEN j.differs THEN NULL ELSE t.edited_rule END',
    replace: 'edited_rule = t.edited_rule',
    tests: ['apps/api/test/whole-rows/standing-rules.test.ts'],
  },
  {
    name: 'a standing rule touches permanent prices',
    file: 'packages/rules/src/standing-rules.ts',
    search: 'priceType === PRICE_TYPE.exclusion || priceType === PRICE_TYPE.permanent',
    replace: 'priceType === PRICE_TYPE.exclusion',
    tests: ['packages/rules/test/standing-rules.test.ts'],
  },
  {
    name: 'a new calculated price puts off the review of the fixed one above it',
    file: REVIEWS,
    search: 'CASE WHEN m.refixed THEN ${fresh(column)} ELSE ${stored} END END',
    replace: '${fresh(column)} END',
    tests: ['apps/api/test/price-reviews.test.ts'],
  },
  {
    name: 'a part of an update takes a fixed price that is due',
    file: 'packages/rules/src/approval-part.ts',
    search: 'dueReview: ({ dueReview }) => dueReview',
    replace: 'dueReview: () => false',
    tests: ['packages/rules/test/approval-part.test.ts'],
  },
  // Periods, parts, standing rules, tills and the certificate.
  {
    name: 'two periods may share a day',
    file: PERIOD,
    search: 'one.from <= (other.to ?? other.from)',
    replace: 'one.from < (other.to ?? other.from)',
    tests: rules('price-period'),
  },
  {
    name: 'a period comes back with the days that are over',
    file: PERIOD,
    search: 'from: from > today ? from : today, to }',
    replace: 'from, to }',
    tests: rules('price-period'),
  },
  {
    name: 'a period does not come back on its last day',
    file: PERIOD,
    search: 'if ((to ?? from) < today)',
    replace: 'if ((to ?? from) <= today)',
    tests: rules('price-period'),
  },
  {
    name: 'a cleared price above an own one gives the calculated price',
    file: PERIOD,
    search: 'const isCleared = priceType === PRICE_TYPE.calculated;',
    replace: 'const isCleared = priceType === PRICE_TYPE.calculated && beneath.priceType === PRICE_TYPE.exclusion;',
    tests: rules('price-period'),
  },
  {
    name: 'a period may end in the past',
    file: PERIOD,
    search: '|| (to !== null && to < today)',
    replace: '',
    tests: rules('price-period'),
  },
  {
    name: 'a price typed in a period outlasts it',
    file: PERIOD,
    search: 'return { beneath, period: { ...period, price: ownPrice } };',
    replace: 'return { beneath: { ...beneath, priceType, ownPrice }, period: { ...period, price: ownPrice } };',
    tests: rules('price-period'),
  },
  {
    name: 'clearing the row beneath a period needs no calculated price',
    file: EDIT,
    search: '(!row.validTo || edit.beneath)',
    replace: '!row.validTo',
    tests: rules('price-period'),
  },
  {
    name: 'taking back a price of a period ends it',
    file: UNDO,
    search: "onPeriod === 'changed' &&",
    replace: "onPeriod === 'began' &&",
    tests: rules('undo'),
  },
  {
    name: 'taking back the end of a period on its last day does not give it back',
    file: UNDO,
    search: 'ended.until >= today',
    replace: 'ended.until > today',
    tests: rules('undo'),
  },
  {
    name: 'a period that is over keeps the row as it is where another was entered',
    file: UNDO,
    search: 'if (resumes && ended.overlapped)',
    replace: 'if (ended.overlapped)',
    tests: rules('undo'),
  },
  {
    name: 'a save of the row beneath is taken back above it',
    file: UNDO,
    search: 'return restored(stateOf(before, calculatedPrice) as PriceState, row?.period ?? null);',
    replace: 'return restored(stateOf(before, calculatedPrice) as PriceState, null);',
    tests: rules('undo'),
  },
  {
    name: 'a period that ran again is taken back to the row beneath',
    file: UNDO,
    search: '(isAsResumed && stateOf(before, calculatedPrice)) || beneath',
    replace: 'beneath',
    tests: rules('undo'),
  },
  {
    name: 'the reopening leaves the price of the period',
    file: APPROVAL,
    search: 'WHEN ${now.since} = o.period_since THEN o.manual_price ELSE',
    replace: 'ELSE',
    tests: takenBack,
  },
  {
    name: 'clearing a period counts for the row after its end',
    file: APPROVAL,
    search: '(u.edited_permanent OR u.edited_price IS NULL AND NOT u.edited_ignore)',
    replace: 'u.edited_permanent',
    tests: takenBack,
  },
  {
    name: 'clearing a period counts when it is sent after its end',
    file: DRAFTS,
    search: '(r.permanent OR s.own_price IS NULL AND NOT r.exclusion)',
    replace: 'r.permanent',
    tests: takenBack,
  },
  {
    name: 'a correction is of the period that had ended on its screen',
    file: DRAFTS,
    search: 'count(*) % 2 = 0',
    replace: 'true',
    tests: takenBack,
  },
  {
    name: 'an end that was taken back is a later change',
    file: ABILITIES,
    search: ' OR ${version} = ANY(p.edges)',
    replace: '',
    tests: takenBack,
  },
  {
    name: 'a period to come waits for the clock on its first day',
    file: ENDED,
    search: 'period.from <= today &&',
    replace: 'period.from < today &&',
    tests: takenBack,
  },
  {
    name: 'what is given back overlaps what was entered since',
    file: ENDED,
    search: "mayComeBack(period, today, [other]) === 'overlaps'",
    replace: "mayComeBack(period, today, [other]) === 'over'",
    tests: takenBack,
  },
  {
    name: 'what is to come is locked with its article',
    file: 'apps/api/src/modules/price-periods/end-periods.ts',
    search: 'const running = open.filter(({ runs }) => runs);',
    replace: 'const running = open;',
    tests: takenBack,
  },
  {
    name: 'a period writes its price beneath itself',
    file: 'apps/api/src/modules/price-periods/begin-and-end.ts',
    search: 'sql`p.id IS NOT NULL AND p.ends_on IS NULL`',
    replace: 'sql`p.id IS NOT NULL`',
    tests: ['apps/api/test/price-periods/periods.test.ts'],
  },
  {
    name: 'a running period is in a part',
    file: PART,
    search: 'period: ({ period }) => period,',
    replace: 'period: () => false,',
    tests: rules('approval-part'),
  },
  {
    name: 'a part may be the whole package',
    file: PART,
    search: 'part < all',
    replace: 'part <= all',
    tests: rules('approval-part'),
  },
  {
    name: 'a doubted package has a part',
    file: PART,
    search: '!doubted && ',
    replace: '',
    tests: rules('approval-part'),
  },
  {
    name: 'a row that lacks one price to compare with is in no part',
    file: PART,
    search: '(unjudged & COMPARING_BITS) === COMPARING_BITS',
    replace: '(unjudged & COMPARING_BITS) !== 0',
    tests: rules('approval-part'),
  },
  {
    name: 'a standing rule overwrites a draft',
    file: STANDING,
    search: 'if (inactive || hasDraft ||',
    replace: 'if (inactive ||',
    tests: rules('standing-rules'),
  },
  {
    name: 'a standing rule replaces own prices of a quarterly update',
    file: STANDING,
    search: 'priceType !== PRICE_TYPE.own || PACKAGE_KINDS[kind].endsOwnPrices',
    replace: 'true',
    tests: rules('standing-rules'),
  },
  {
    name: 'a standing rule writes what is calculated already',
    file: STANDING,
    search: 'else if (result.price !== facts.calculatedPrice) ',
    replace: 'else ',
    tests: rules('standing-rules'),
  },
  {
    name: 'the second standing rule decides where the first cannot',
    file: STANDING,
    search: 'if (!mayTouch(kind, facts)) continue;',
    replace: '',
    tests: rules('standing-rules'),
  },
  {
    name: 'an article without a price in the till is one too many',
    file: HELD,
    search: 'held === null || held === undefined ? undefined',
    replace: 'held === undefined ? undefined',
    tests: rules('till/held-prices', 'till/compare-inventory'),
  },
  {
    name: 'the digest of a till depends on the order of its articles',
    file: HELD,
    search: "lines.sort().join('')",
    replace: "lines.join('')",
    tests: rules('till/held-prices'),
  },
  {
    name: 'an article that was never priced here is one too many',
    file: INVENTORY,
    search: "ours ? 'only' : 'foreign'",
    replace: "ours ? 'only' : 'only'",
    tests: rules('till/compare-inventory'),
  },
  {
    name: 'what has changed since the inventory is a deviation',
    file: INVENTORY,
    search: "if (was === undefined || was === 'equal') return 'changedSince';",
    replace: '',
    tests: rules('till/compare-inventory'),
  },
  {
    name: 'the totals of a till file count withdrawn articles',
    file: 'packages/rules/src/till/write-file.ts',
    search: 'const count = String(priced.length);',
    replace: 'const count = String(rows.length);',
    tests: rules('till/totals'),
  },
  {
    name: 'an acknowledgement without a digest ends what differs',
    file: 'apps/api/src/modules/till-sync/acknowledge.ts',
    search: '...(before ? {} : { heldCursor: null, differsSince: null }),',
    replace: '...{ heldCursor: null, differsSince: null },',
    tests: ['apps/api/test/till-sync/tells.test.ts'],
  },
  {
    name: 'a fact of the whole file is yellow',
    file: CERTIFICATE,
    search: "has('refused') ? 'red'",
    replace: "has('refused') ? 'yellow'",
    tests: certificate,
  },
  {
    name: 'what staff took in once is refused again',
    file: CERTIFICATE,
    search: 'refuses(doubt, limits) && !isDecided',
    replace: 'refuses(doubt, limits)',
    tests: certificate,
  },
  {
    name: 'a file that breaks off is taken in',
    file: CERTIFICATE,
    search: 'return doubt.isCut;',
    replace: 'return false;',
    tests: certificate,
  },
  {
    name: 'a common factor of 1.07 is a fact',
    file: CERTIFICATE,
    search: "cause === 'unknown' || factor === 1.07",
    replace: "cause === 'unknown'",
    tests: certificate,
  },
  {
    name: 'rows of another group count apart, by list and by product master',
    file: ARRIVAL,
    search: 'const all = foreign.otherGroup + foreign.inMaster;',
    replace: 'const all = foreign.inMaster;',
    tests: certificate,
  },
  {
    name: 'a doubted delivery is approved at once',
    file: TAKING_IN,
    search: "const isDoubted = certificate.colour !== 'green' && !takenByHand;",
    replace: 'const isDoubted = false;',
    tests: ['apps/api/test/intake/doubted-clock.test.ts'],
  },
  {
    name: 'a newer delivery leaves the refused one open',
    file: TAKING_IN,
    search: 'await closeOlderDeliveries(connection, delivery, at);',
    replace: '',
    tests: ['apps/api/test/intake/refused-deliveries.test.ts'],
  },
  {
    name: 'a doubted delivery renames articles of all pharmacies',
    file: 'apps/api/src/modules/intake/store-package.ts',
    search: 'update.changesProducts && !update.holdsProducts',
    replace: 'update.changesProducts',
    tests: ['apps/api/test/intake/waiting-products.test.ts'],
  },
  {
    name: 'the lowest price looks 720 hours back',
    file: 'packages/rules/src/lowest-price.ts',
    search: 'addBerlinDays(berlinMidnight(year, month, day), -DAYS)',
    replace: 'new Date(before.getTime() - DAYS * 86_400_000)',
    tests: rules('lowest-price'),
  },
];
