import { Autocomplete } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import screen from '../../ui/screen/screen.module.css';

const OFFERED = ['market', 'customer', 'clearance', 'purchase', 'rounding'] as const;

type Props = { value: string; onChange: (reason: string) => void };

/** Why the prices were chosen; nobody has to say (rule 14.28). */
export function ReasonInput({ value, onChange }: Props) {
  const { t } = useTranslation('editing');
  return (
    <Autocomplete
      className={screen.search ?? ''}
      aria-label={t('reason.label')}
      placeholder={t('reason.label')}
      data={OFFERED.map((name) => t(`reason.${name}`))}
      maxLength={200}
      value={value}
      onChange={onChange}
    />
  );
}
