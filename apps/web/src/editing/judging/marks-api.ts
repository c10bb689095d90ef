import type { ReviewMarkRow, ReviewMarks } from '@portal/contracts';
import { CALLS } from '../../api/calls.ts';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { contractQuery, requestOf, type RequestOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** What people have reviewed of packages and price lists (rule 14.25). */
export const marksApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getReviewMarks: contractQuery(build, CALLS.getReviewMarks, { providesTags: ['ReviewMarks'] }),
    getListReviewMarks: contractQuery(build, CALLS.getListReviewMarks, { providesTags: ['ReviewMarks'] }),
  }),
});

type Change = ThunkAction<unknown, never, unknown, UnknownAction>;
type Reading = ThunkAction<PromiseLike<unknown> | undefined, never, unknown, UnknownAction>;
type Request<Params> = { readonly params: Params; readonly body: { readonly marks: readonly ReviewMarkRow[] } };

/** A tick shows at once, stays when an older answer comes in, and goes again where it could not be kept. */
function atOnce<Params>(
  change: (params: Params, change: (marks: ReviewMarks) => void) => Change,
  readingOf: (params: Params) => Reading,
) {
  return async (
    { params, body: { marks } }: Request<Params>,
    {
      dispatch,
      queryFulfilled,
    }: { dispatch: <T>(thunk: ThunkAction<T, never, unknown, UnknownAction>) => T; queryFulfilled: Promise<unknown> },
  ): Promise<void> => {
    const show = (rows: readonly ReviewMarkRow[]) => dispatch(change(params, (shown) => applyMarks(shown, rows)));
    let kept = true;
    show(marks);
    // what was asked for before the tick does not know it
    void dispatch(readingOf(params))?.then(() => kept && show(marks));
    await queryFulfilled.catch(() => {
      kept = false;
      show(marks.map((row) => ({ ...row, reviewed: !row.reviewed })));
    });
  };
}

let before: Promise<unknown> = Promise.resolve();

/** One after the other: of two for the same row the later one counts. */
function inTurn<Answer>(send: () => PromiseLike<Answer> | Answer): Promise<Answer> {
  const mine = before.then(send, send);
  before = mine;
  return mine;
}

const marksSettingApi = marksApi.injectEndpoints({
  endpoints: (build) => ({
    setReviewMarks: build.mutation<unknown, RequestOf<typeof CALLS.setReviewMarks>>({
      queryFn: (request, _api, _options, send) => inTurn(() => send(requestOf(CALLS.setReviewMarks, request))),
      invalidatesTags: ['ReviewMarks'],
      onQueryStarted: atOnce(
        (params, change) => marksApi.util.updateQueryData('getReviewMarks', { params }, change),
        (params) => marksApi.util.getRunningQueryThunk('getReviewMarks', { params }),
      ),
    }),
    setListReviewMarks: build.mutation<unknown, RequestOf<typeof CALLS.setListReviewMarks>>({
      queryFn: (request, _api, _options, send) => inTurn(() => send(requestOf(CALLS.setListReviewMarks, request))),
      invalidatesTags: ['ReviewMarks'],
      onQueryStarted: atOnce(
        (params, change) => marksApi.util.updateQueryData('getListReviewMarks', { params }, change),
        (params) => marksApi.util.getRunningQueryThunk('getListReviewMarks', { params }),
      ),
    }),
  }),
});

/** The same marks with those that are just being set; `marks` is changed. */
function applyMarks({ persons }: ReviewMarks, rows: readonly ReviewMarkRow[]): void {
  let me = persons.find(({ mine }) => mine);
  if (!me) {
    me = { userName: '', mine: true, marks: { pzn: [], price: [], markedAt: [] } };
    persons.unshift(me);
  }
  const { pzn, price, markedAt } = me.marks;
  for (const row of rows) {
    const at = pzn.indexOf(row.pzn);
    if (at >= 0) for (const column of [pzn, price, markedAt]) column.splice(at, 1);
    if (!row.reviewed) continue;
    pzn.push(row.pzn);
    price.push(row.price);
    markedAt.push(Math.floor(Date.now() / 1000));
  }
}

export const {
  useGetReviewMarksQuery,
  useGetListReviewMarksQuery,
  useSetReviewMarksMutation,
  useSetListReviewMarksMutation,
} = marksSettingApi;
