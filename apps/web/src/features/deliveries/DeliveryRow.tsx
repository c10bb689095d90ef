import { Anchor, Button } from '@mantine/core';
import type { ListedDelivery } from '@portal/contracts';
import { CHECK_WORDS, packagePath } from '@portal/rules';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';
import { formatInstant } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import type { Decision } from './DecideDialog.tsx';
import { useGetDeliveryFileMutation } from './deliveries-api.ts';
import classes from './deliveries.module.css';

const TAGS = {
  open: { tone: 'bad', icon: IconAlertTriangle },
  taken: { tone: 'good', icon: IconCheck },
  refused: { tone: 'info', icon: IconX },
  closed: { tone: 'info', icon: IconX },
} as const;

type Props = { delivery: ListedDelivery; onDecide: (decision: Decision) => void };

export function DeliveryRow({ delivery, onDecide }: Props) {
  const { t } = useTranslation(['deliveries', 'common']);
  const { id, kind, productGroup, pharmacy, token, fileName, arrivedAt, state, stateText, reason, updateId } = delivery;
  const { checks } = delivery.certificate;
  const home = `/p/${pharmacy.crmCompanyId}/${token}`;
  const name = t('name', { kind, group: t(`common:productGroup.${productGroup}`), pharmacy: pharmacy.name });
  return (
    <tr>
      <td>
        <StatusTag {...TAGS[state]}>{t(`state.${state}`)}</StatusTag>
      </td>
      <td>
        <Link to={home}>
          {pharmacy.name} ({pharmacy.apoId})
        </Link>
        <div>
          {kind}, {t(`common:productGroup.${productGroup}`)}
        </div>
        <StoredFile id={id} name={fileName} />
        <div className={classes.quiet}>{t('number', { id })}</div>
      </td>
      <td>
        {checks
          .filter(({ result }) => result === 'refused')
          .map(({ check, message }) => (
            <p key={check} className={classes.sentence}>
              {message}
            </p>
          ))}
        <details>
          <summary>{t('checks')}</summary>
          <ul className={classes.checks}>
            {checks.map(({ check, result, message }) => (
              <li key={check}>
                {CHECK_WORDS[check]}: {t(`result.${result}`)}
                {result === 'doubtful' && message !== null && <div className={classes.quiet}>{message}</div>}
              </li>
            ))}
          </ul>
        </details>
      </td>
      <td className={classes.day}>{formatInstant(arrivedAt, 'dd.MM.yyyy HH:mm')}</td>
      <td>
        {state === 'open' ? (
          <div className={classes.buttons}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('refuseNamed', { name })}
              onClick={() => onDecide({ id, name, what: 'refuse' })}
            >
              {t('refuse')}
            </Button>
            <Button
              size="compact-sm"
              variant="light"
              aria-label={t('takeInNamed', { name })}
              onClick={() => onDecide({ id, name, what: 'takeIn' })}
            >
              {t('takeIn')}
            </Button>
          </div>
        ) : (
          <>
            {stateText}
            {reason && <div className={classes.quiet}>{t('reason', { reason })}</div>}
            {updateId !== null && (
              <div>
                <Link to={`${home}/${packagePath({ kind, id: updateId, productGroup })}`}>
                  {t('package', { kind, id: updateId })}
                </Link>
              </div>
            )}
          </>
        )}
      </td>
    </tr>
  );
}

function StoredFile({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('deliveries');
  const [load, { error, reset }] = useGetDeliveryFileMutation();
  const save = async () => {
    const { data } = await load({ params: { deliveryId: String(id) } });
    if (!data) return;
    downloadBlob(name, data.blob);
    reset(); // the file is not kept in the store
  };
  return (
    <>
      <Anchor
        component="button"
        type="button"
        className={classes.file}
        aria-label={t('file', { file: name })}
        onClick={() => void save()}
      >
        {name}
      </Anchor>
      {error && <p role="alert">{errorMessage(error)}</p>}
    </>
  );
}
