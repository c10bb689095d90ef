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

type Patch = ThunkAction<{ readonly undo: () => void }, never, unknown, UnknownAction>;
type Request<Params> = { readonly params: Params; readonly body: { readonly marks: readonly ReviewMarkRow[] } };

/** A tick shows at once, and goes again where it could not be kept. */
function atOnce<Params>(patchOf: (params: Params, change: (marks: ReviewMarks) => void) => Patch) {
  return async (
    { params, body }: Request<Params>,
    {
      dispatch,
      queryFulfilled,
    }: { dispatch: (patch: Patch) => { undo: () => void }; queryFulfilled: Promise<unknown> },
  ): Promise<void> => {
    const patch = dispatch(patchOf(params, (marks) => applyMarks(marks, body.marks)));
    await queryFulfilled.catch(patch.undo);
  };
}

const marksSettingApi = marksApi.injectEndpoints({
  endpoints: (build) => ({
    setReviewMarks: build.mutation<unknown, RequestOf<typeof CALLS.setReviewMarks>>({
      query: (request) => requestOf(CALLS.setReviewMarks, request),
      invalidatesTags: ['ReviewMarks'],
      onQueryStarted: atOnce((params, change) => marksApi.util.updateQueryData('getReviewMarks', { params }, change)),
    }),
    setListReviewMarks: build.mutation<unknown, RequestOf<typeof CALLS.setListReviewMarks>>({
      query: (request) => requestOf(CALLS.setListReviewMarks, request),
      invalidatesTags: ['ReviewMarks'],
      onQueryStarted: atOnce((params, change) =>
        marksApi.util.updateQueryData('getListReviewMarks', { params }, change),
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
