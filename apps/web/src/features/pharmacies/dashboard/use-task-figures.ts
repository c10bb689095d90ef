import type { ReviewFigures } from '@portal/contracts';
import { shallowEqual, useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { pharmaciesApi, useGetReviewFiguresQuery } from '../pharmacies-api.ts';
import type { ApprovalTask } from './tasks.ts';

type Known = { figures: ReviewFigures | undefined; isError: boolean };

/** Rule 14.37. */
export function useTaskFigures(task: ApprovalTask): Known {
  const { currentData: figures, isError } = useGetReviewFiguresQuery(useArgs()(task), {
    refetchOnMountOrArgChange: true,
  });
  return { figures, isError };
}

/** Unreviewed rows, counted as on the package's screen. */
export function stillToReview({ toReview, reviewed }: ReviewFigures): number {
  return toReview - reviewed.count;
}

/** Of tasks that are on the page; undefined until all are known. */
export function useKnownFigures(tasks: readonly ApprovalTask[]): ReviewFigures[] | undefined {
  const argsOf = useArgs();
  const select = pharmaciesApi.endpoints.getReviewFigures.select;
  const found = useSelector(
    (state: Parameters<ReturnType<typeof select>>[0]) => tasks.map((task) => select(argsOf(task))(state).data),
    shallowEqual,
  );
  const known = found.filter((figures) => figures !== undefined);
  return known.length === tasks.length ? known : undefined;
}

function useArgs() {
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  return ({ kind, id, productGroup }: ApprovalTask) => ({ params: { kind, pharmacyId, token, id, productGroup } });
}
