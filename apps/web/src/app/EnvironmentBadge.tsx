import { Badge, VisuallyHidden } from '@mantine/core';
import type { RuntimeConfig } from '@portal/contracts';
import { useTranslation } from 'react-i18next';

type Props = Pick<RuntimeConfig, 'environment'> & { className: string | undefined };

/** Nothing in production (rule 2.3). */
export function EnvironmentBadge({ environment, className }: Props) {
  const { t } = useTranslation();
  if (environment === '') return null;
  const long = t(`environment.${environment}.long`);
  return (
    <Badge
      className={className}
      variant="light"
      color="yellow"
      c="var(--mantine-color-text)"
      tt="none"
      radius="sm"
      size="lg"
      title={long}
    >
      <span aria-hidden>{t(`environment.${environment}.short`)}</span>
      <VisuallyHidden>{long}</VisuallyHidden>
    </Badge>
  );
}
