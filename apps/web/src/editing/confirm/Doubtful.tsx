import { Alert, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import screen from '../../ui/screen/screen.module.css';
import type { KindName } from '../kind.ts';
import type { ConfirmRows } from './confirm-rows.ts';
import type { DeliveredDoubt } from './delivered-doubt.ts';

/** Of which doubtful prices only the rows are shown. */
export type DoubtfulOnly = 'own' | 'delivered' | null;

type Props = {
  kind: KindName;
  own: ConfirmRows;
  delivered: DeliveredDoubt;
  only: DoubtfulOnly;
  onOnly: (only: DoubtfulOnly) => void;
};

/** Rules 3.15 and 14.42. */
export function Doubtful({ kind: context, own, delivered, only, onOnly }: Props) {
  const { t } = useTranslation('editing');
  const anyway = t('confirm.doubtfulAnyway', { context });
  const alert = (which: 'own' | 'delivered', count: number, title: string, why: string) =>
    count > 0 && (
      <Alert className={screen.notice} color="orange" icon={<IconAlertTriangle aria-hidden />} title={title}>
        <div className={screen.noticeRow}>
          {`${why} ${anyway}`}
          <Switch
            size="sm"
            label={t(which === 'own' ? 'confirm.doubtfulOnly' : 'confirm.deliveredOnly')}
            checked={only === which}
            onChange={(event) => onOnly(event.currentTarget.checked ? which : null)}
          />
        </div>
      </Alert>
    );
  const [mine, brought] = [own.doubtful.size, delivered.rows.length];
  return (
    <>
      {alert(
        'own',
        mine,
        t('confirm.doubtful', { count: mine, number: formatCount(mine) }),
        t('confirm.doubtfulWhy', { context: own.concern }),
      )}
      {alert(
        'delivered',
        brought,
        t('confirm.delivered', { count: brought, number: formatCount(brought) }),
        t('confirm.deliveredWhy', { context: delivered.why }),
      )}
    </>
  );
}
