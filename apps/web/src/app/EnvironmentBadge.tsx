import { Badge } from '@mantine/core';
import type { RuntimeConfig } from '@portal/contracts';
import { useTranslation } from 'react-i18next';

/** Nothing in production (rule 2.3). */
export function EnvironmentBadge({ environment }: Pick<RuntimeConfig, 'environment'>) {
  const { t } = useTranslation();
  if (environment === '') return null;
  const look = { variant: 'light', color: 'yellow', autoContrast: true, tt: 'none', radius: 'sm', size: 'lg' } as const;
  return (
    <>
      <Badge {...look} c="var(--mantine-color-text)" visibleFrom="sm">
        {t(`environment.${environment}.long`)}
      </Badge>
      <Badge {...look} c="var(--mantine-color-text)" hiddenFrom="sm">
        {t(`environment.${environment}.short`)}
      </Badge>
    </>
  );
}
