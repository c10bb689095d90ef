import { shownColumns } from '@portal/rules';
import { isBesideArticle, type PackageColumn } from './package-columns.tsx';
import { packageKind } from './package-kind.ts';

/** An LZD shows the same. */
export const QDP_COLUMNS: readonly PackageColumn[] = [...shownColumns('QDP').filter(isBesideArticle), 'priceType'];

export const QDP = packageKind({
  name: 'QDP',
  confirmsRows: 'all',
  hasExpertMode: true,
  first: ['pzn'],
  columns: QDP_COLUMNS,
  confirms: { before: ['aep', 'avp', 'calculatedPrice'], after: ['diffAvp'] },
});
