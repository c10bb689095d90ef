import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { WaitingProducts } from '@portal/contracts';
import { packagePath } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { Table } from '../../ui/table/Table.tsx';
import { useDecideHeldProductsMutation } from './deliveries-api.ts';
import classes from './deliveries.module.css';

/** Old and new names of articles that all pharmacies have; staff decide (rule 20.22). */
export function WaitingProductsSection({ waiting }: { waiting: readonly WaitingProducts[] }) {
  const { t } = useTranslation('deliveries');
  if (waiting.length === 0) return null;
  return (
    <section aria-label={t('held.title')}>
      <h2 className={classes.heading}>{t('held.title')}</h2>
      <p className={classes.quiet}>{t('held.info')}</p>
      {waiting.map((each) => (
        <WaitingPackage key={`${each.pharmacy.apoId}.${each.updateId}`} waiting={each} />
      ))}
    </section>
  );
}

function WaitingPackage({ waiting }: { waiting: WaitingProducts }) {
  const { t } = useTranslation(['deliveries', 'common']);
  const { updateId, kind, productGroup, pharmacy, token, arrivedAt, sentences, count, changes } = waiting;
  const [decide, { isLoading, error }] = useDecideHeldProductsMutation();
  const name = t('name', { kind, group: t(`common:productGroup.${productGroup}`), pharmacy: pharmacy.name });
  const send = async (takesNew: boolean) => {
    const params = { apoId: String(pharmacy.apoId), updateId: String(updateId) };
    if ((await decide({ params, body: { takesNew } })).error) return;
    const closeButtonProps = { 'aria-label': t('common:close') };
    const message = takesNew ? t('held.taken', { name }) : t('held.kept');
    notifications.show({ color: 'teal', message, closeButtonProps });
  };
  return (
    <section aria-label={name}>
      <p>
        <Link to={`/p/${pharmacy.crmCompanyId}/${token}/${packagePath({ kind, id: updateId, productGroup })}`}>
          {name}
        </Link>{' '}
        <span className={classes.quiet}>{formatInstant(arrivedAt, 'dd.MM.yyyy HH:mm')}</span>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence} className={classes.sentence}>
          {sentence}
        </p>
      ))}
      <details>
        <summary>{t('held.count', { count })}</summary>
        <Table
          columns={[
            { key: 'pzn', head: 'PZN', cell: ({ pzn }) => pzn },
            { key: 'before', head: t('held.before'), cell: ({ before }) => before.join(', ') },
            { key: 'after', head: t('held.after'), cell: ({ after }) => after.join(', ') },
          ]}
          rows={changes}
          rowKey={({ pzn }) => pzn}
          dense
          below={
            count > changes.length && (
              <p className={classes.quiet}>{t('held.more', { count: count - changes.length })}</p>
            )
          }
        />
      </details>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isLoading}
          aria-label={t('held.keepNamed', { name })}
          onClick={() => void send(false)}
        >
          {t('held.keep')}
        </Button>
        <Button
          size="compact-sm"
          variant="light"
          disabled={isLoading}
          aria-label={t('held.takeNamed', { name })}
          onClick={() => void send(true)}
        >
          {t('held.take')}
        </Button>
      </div>
      {error && <p role="alert">{errorMessage(error)}</p>}
    </section>
  );
}
