import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { actorOf } from '../history-writing/index.ts';
import { createFiguresReader } from './figures/read-figures.ts';
import { readMarks, setMarks } from './review-marks.ts';
import { sendContext } from './send-context.ts';

type PackagePath = { kind: UpdateKind; id: number; productGroup: ProductGroup };

/** What helps people to review packages and lists, beside these themselves. */
export function reviewHandlers(
  { database, clock }: Deps,
  send: ColumnsSender,
): Handlers<
  | 'getReviewContext'
  | 'getReviewFigures'
  | 'getReviewMarks'
  | 'setReviewMarks'
  | 'getListReviewMarks'
  | 'setListReviewMarks'
> {
  const db = database.pool;
  const readFigures = createFiguresReader({ db, clock });
  return {
    getReviewFigures: ({ params, pharmacy, caller }) => {
      const { kind, id, productGroup: group } = params;
      return readFigures({ apoId: pharmacy.listApoId, kind, id, group }, caller);
    },

    getReviewContext: (call) => sendContext({ db, send }, call),

    getReviewMarks: ({ params, pharmacy, caller }) =>
      readMarks(db, { apoId: pharmacy.listApoId, ...packageAt(params) }, caller),

    getListReviewMarks: ({ params, pharmacy, caller }) =>
      readMarks(db, { apoId: pharmacy.listApoId, group: params.productGroup }, caller),

    async setReviewMarks({ params, pharmacy, body, caller }) {
      const marked = { marks: body.marks, actor: actorOf(caller), access: caller.access };
      return {
        status: 'OK',
        ...(await setMarks({ database, clock }, { apoId: pharmacy.apoId, ...packageAt(params) }, marked)),
      };
    },

    async setListReviewMarks({ params, pharmacy, body, caller }) {
      const marked = { marks: body.marks, actor: actorOf(caller), access: caller.access };
      const list = { apoId: pharmacy.apoId, group: params.productGroup };
      return { status: 'OK', ...(await setMarks({ database, clock }, list, marked)) };
    },
  };
}

function packageAt({ kind, id, productGroup: group }: PackagePath) {
  return { group, update: { kind, id } };
}
