import { shownColumns } from '@portal/rules';
import { isBesideArticle, type PackageColumn } from './package-columns.tsx';
import { packageKind } from './package-kind.ts';

const COLUMNS = shownColumns('MDP')
  .filter(isBesideArticle)
  .flatMap((id): PackageColumn[] => (id === 'calculatedPrice' ? ['priceType', id] : [id]));

export const MDP = packageKind({
  name: 'MDP',
  confirmsRows: 'changed',
  hasExpertMode: false,
  first: ['pzn'],
  columns: COLUMNS,
  confirms: { before: ['avp', 'calculatedPrice'], after: ['deviationAvp'] },
});
