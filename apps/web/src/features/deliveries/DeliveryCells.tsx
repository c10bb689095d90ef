import { Anchor, Button } from '@mantine/core';
import type { ListedDelivery } from '@portal/contracts';
import { CHECK_WORDS, formatCents, packagePath } from '@portal/rules';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
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

type Props = { delivery: ListedDelivery };

export function StateTag({ delivery: { state } }: Props) {
  const { t } = useTranslation('deliveries');
  return <StatusTag {...TAGS[state]}>{t(`state.${state}`)}</StatusTag>;
}

export function Delivered({ delivery }: Props) {
  const { id, kind, productGroup, pharmacy, token, fileName, arrivedAt } = delivery;
  const { t } = useTranslation(['deliveries', 'common']);
  return (
    <>
      <Link className={classes.place} to={`/p/${pharmacy.crmCompanyId}/${token}`}>
        {pharmacy.name} ({pharmacy.apoId})
      </Link>
      <div className={classes.about}>
        <span>
          {kind} {t(`common:productGroup.${productGroup}`)} · {formatInstant(arrivedAt, 'dd.MM.yyyy HH:mm')}
        </span>
        <StoredFile id={id} name={fileName} />
      </div>
    </>
  );
}

export function Doubts({ delivery }: Props) {
  const { t } = useTranslation('deliveries');
  const { checks } = delivery.certificate;
  return (
    <>
      {checks
        .filter(({ result }) => result === 'refused')
        .map(({ check, message, examples = [] }) => (
          <Fragment key={check}>
            <p className={classes.sentence}>{message}</p>
            {examples.map(({ name, before, after }, row) => (
              <p key={row} className={classes.example}>
                {t('example', { name, before: formatCents(before), after: formatCents(after) })}
              </p>
            ))}
          </Fragment>
        ))}
      <details className={classes.details}>
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
    </>
  );
}

/** What was decided; as long as nothing was, the buttons that decide. */
export function Decided({ delivery, onDecide }: Props & { onDecide: (decision: Decision) => void }) {
  const { t } = useTranslation(['deliveries', 'common']);
  const { id, kind, productGroup, pharmacy, token, state, stateText, reason, updateId } = delivery;
  const name = t('name', { kind, group: t(`common:productGroup.${productGroup}`), pharmacy: pharmacy.name });
  if (state === 'open') {
    return (
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="light"
          aria-label={t('refuseNamed', { name })}
          onClick={() => onDecide({ id, name, what: 'refuse' })}
        >
          {t('refuse')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('takeInNamed', { name })}
          onClick={() => onDecide({ id, name, what: 'takeIn' })}
        >
          {t('takeIn')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {stateText}
      {reason && <div className={classes.quiet}>{t('reason', { reason })}</div>}
      {updateId !== null && (
        <div>
          <Link
            className={classes.place}
            to={`/p/${pharmacy.crmCompanyId}/${token}/${packagePath({ kind, id: updateId, productGroup })}`}
          >
            {t('package', { kind, id: updateId })}
          </Link>
        </div>
      )}
    </>
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
