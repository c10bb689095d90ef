import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Action, firstSession, type Session, sessionReducer } from '../../src/editing/session/session.ts';

const PZNS = ['00000001', '00000002', '00000003'] as const;
const pzn = fc.constantFrom(...PZNS);
const edit = fc.record({ ownPrice: fc.integer({ min: 1, max: 5 }), permanent: fc.boolean(), exclusion: fc.boolean() });

/** What people do to rows, typing errors and rounded prices included. */
const action: fc.Arbitrary<Action> = fc.oneof(
  fc
    .record({
      pzn,
      edit: fc.option(edit, { nil: undefined }),
      continues: fc.boolean(),
      rounded: fc.constantFrom('4,999', undefined),
    })
    .map(
      (each): Action => ({
        type: 'edited',
        cause: { by: 'price' },
        pzn: each.pzn,
        price: true,
        continues: each.continues,
        ...(each.rounded === undefined ? {} : { rounded: each.rounded }),
        change: ({ edits, touched }) => {
          const next = new Map(edits);
          if (each.edit) next.set(each.pzn, each.edit);
          else next.delete(each.pzn);
          return { edits: next, touched: new Set([...touched, each.pzn]) };
        },
      }),
    ),
  fc.record({ pzn, text: fc.constantFrom('abc', '1.234'), continues: fc.boolean() }).map(
    (each): Action => ({
      type: 'invalidEntered',
      pzn: each.pzn,
      continues: each.continues,
      issue: { text: each.text, reason: each.text === 'abc' ? 'notANumber' : 'question' },
    }),
  ),
  fc.dictionary(pzn, edit).map(
    (edits): Action => ({
      type: 'filled',
      cause: { by: 'rule' },
      entered: { edits: new Map(Object.entries(edits)), touched: new Set(PZNS) },
      pzns: Object.keys(edits),
    }),
  ),
  pzn.map((each): Action => ({ type: 'markToggled', pzn: each })),
);

const begin = (): Session =>
  firstSession(
    {
      entered: {
        edits: new Map([[PZNS[0], { ownPrice: 349, permanent: true, exclusion: false }]]),
        touched: new Set<string>(),
      },
      versions: { version: 1 },
    },
    'editing',
  );

/** What counts of a session: the order in which rows were entered does not. */
const shown = ({ entered, issues }: Session) => ({
  edits: Object.fromEntries(entered.edits),
  issues: Object.fromEntries(issues),
});
const undone = (session: Session, applied: number) => sessionReducer(session, { type: 'undone', applied });

// Rule 3.25.
test('undoing all leads to the beginning, doing all again to the end, and every place between to what was there', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), fc.array(fc.nat(30), { maxLength: 8 }), (actions, jumps) => {
      let session = begin();
      /** By how many steps there were; typing on replaces the last one. */
      const seen = [shown(session)];
      for (const each of actions) {
        session = sessionReducer(session, each);
        const { list, applied } = session.undo;
        expect(applied).toBe(list.length);
        seen.length = applied;
        seen.push(shown(session));
      }
      const { length } = session.undo.list;
      for (const jump of [...jumps, 0, length]) {
        const place = Math.min(jump, length);
        session = undone(session, jump);
        expect(session.undo.applied).toBe(place);
        expect(shown(session)).toEqual(seen[place]);
      }
    }),
  );
});

test('a typing error that comes again as it was, over a row that was emptied meanwhile, is a step of its own', () => {
  const row = PZNS[2];
  const price = { ownPrice: 1, permanent: false, exclusion: false };
  const abc = { type: 'invalidEntered', pzn: row, issue: { text: 'abc', reason: 'notANumber' } } as const;
  const actions: Action[] = [
    {
      type: 'filled',
      cause: { by: 'rule' },
      entered: { edits: new Map([[row, price]]), touched: new Set(PZNS) },
      pzns: [row],
    },
    { ...abc, continues: false },
    {
      type: 'edited',
      cause: { by: 'price' },
      pzn: row,
      price: true,
      change: ({ edits, touched }) => ({ edits: new Map([...edits].filter(([pzn]) => pzn !== row)), touched }),
    },
    { ...abc, continues: true },
  ];
  const session = actions.reduce(sessionReducer, begin());
  // The first would come back with its price once it is corrected, the second with none.
  expect(session.issues.get(row)?.validEdit).toBeUndefined();
  expect(session.undo.applied).toBe(3);
  expect(undone(session, 2).issues.get(row)?.validEdit).toEqual(price);
  expect(shown(undone(undone(session, 2), 3))).toEqual(shown(session));
});

test('what was taken back cannot come again once something else is entered', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 10 }), fc.nat(10), edit, (actions, place, last) => {
      const before = undone(actions.reduce(sessionReducer, begin()), place);
      const after = sessionReducer(before, {
        type: 'edited',
        cause: { by: 'price' },
        pzn: '00000009',
        change: ({ edits, touched }) => ({ edits: new Map(edits).set('00000009', last), touched }),
      });
      expect(after.undo.list).toHaveLength(before.undo.applied + 1);
      expect(after.undo.list.slice(0, -1)).toEqual(before.undo.list.slice(0, before.undo.applied));
      expect(shown(undone(after, before.undo.applied))).toEqual(shown(before));
    }),
  );
});
