import { Alert } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NameCheck } from './check-name.ts';

/** Rule 6.4. */
export function NameNotes({ check, fileName, pharmacy }: { check: NameCheck; fileName: string; pharmacy: Pharmacy }) {
  const { t } = useTranslation('intake');
  const { warnings, group, openLzd } = check;
  const values = { file: fileName, pharmacy: `${pharmacy.apoId} ${pharmacy.name}`, group: group ?? '' };
  if (warnings.length > 0) {
    return warnings.map((warning) => (
      <Alert key={warning} color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />}>
        {t(`warning.${warning}`, values)}
      </Alert>
    ));
  }
  if (openLzd === null) return null;
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
      {t('replaces', { group, id: openLzd })}
    </Alert>
  );
}
