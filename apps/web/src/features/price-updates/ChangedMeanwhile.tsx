import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { isApiError } from '../../api/api-error.ts';
import { selectSession } from '../../auth/session-slice.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { Notice } from '../../ui/screen/Notice.tsx';
import { type UpdateHead, type UpdateRef, useGetUpdateStateQuery } from './price-updates-api.ts';

const EVERY_MS = 60_000;

type Props = {
  target: UpdateRef;
  head: Pick<UpdateHead, 'status'> & Partial<Pick<UpdateHead, 'parts'>>;
  /** Of the package as it is on screen. */
  version: number;
  onReload: () => void;
};

/** Rule 6.25. */
export const ChangedMeanwhile = memo(function ChangedMeanwhile({ target, head, version, onReload }: Props) {
  const { t } = useTranslation('priceUpdate');
  const { userName } = useSelector(selectSession);
  const { kind, pharmacyId, token, id, productGroup } = target;
  const { data, error } = useGetUpdateStateQuery(
    { params: { kind, pharmacyId, token, id, productGroup } },
    {
      skip: !useLookedAgain(),
      pollingInterval: EVERY_MS,
      skipPollingIfUnfocused: true,
      refetchOnFocus: true,
    },
  );
  // For a customer it is gone.
  const gone = isApiError(error) && (error.httpStatus === 403 || error.httpStatus === 404);
  // Older than the screen.
  if (!gone && (!data || data.version <= version)) return null;
  const others = data?.drafts.filter((draft) => draft.userName !== userName) ?? [];
  const text =
    gone || !data
      ? t('meanwhile.gone')
      : data.approvalStatus > 0 && head.status <= 0
        ? t('meanwhile.approved', {
            approver: data.approver ?? '–',
            date: formatInstant(data.approvalDate, 'dd.MM.yyyy HH:mm'),
          })
        : data.approvalStatus < 0
          ? t('meanwhile.deleted', { date: formatInstant(data.deletedAt, 'dd.MM.yyyy HH:mm') })
          : data.approvalStatus === 0 && head.status !== 0
            ? t('meanwhile.reopened')
            : data.parts !== undefined && data.parts !== (head.parts ?? []).length
              ? t('meanwhile.part')
              : others.length > 0
                ? t('meanwhile.saved', {
                    by: others.map((each) => `${each.userName} (${formatCount(each.count)})`).join(', '),
                  })
                : t('meanwhile.changed');
  return (
    <Notice
      color="orange"
      role="status"
      icon={IconInfoCircle}
      text={<strong>{text}</strong>}
      more={t('meanwhile.text')}
    >
      {!gone && (
        <Button size="compact-xs" variant="default" onClick={onReload}>
          {t('refresh')}
        </Button>
      )}
    </Notice>
  );
});

/** False just after loading. */
function useLookedAgain(): boolean {
  const [again, setAgain] = useState(false);
  useEffect(() => {
    const look = () => setAgain(true);
    const timer = setTimeout(look, EVERY_MS);
    window.addEventListener('focus', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', look);
    };
  }, []);
  return again;
}
