import { Radio, Stack } from '@mantine/core';
import type { ResetChoice } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import classes from './intake.module.css';

type Props = { value: ResetChoice; onChange: (choice: ResetChoice) => void };

const radio = { description: classes.description ?? '' };

/** 0 resets, 1 updates (rule 6.5). */
export function ResetChoiceField({ value, onChange }: Props) {
  const { t } = useTranslation('intake');
  return (
    <Radio.Group
      label={t('choice.label')}
      value={String(value)}
      onChange={(chosen) => onChange(chosen === '0' ? 0 : 1)}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="1" label={t('choice.update')} description={t('choice.updateText')} classNames={radio} />
        <Radio value="0" label={t('choice.reset')} description={t('choice.resetText')} classNames={radio} />
      </Stack>
    </Radio.Group>
  );
}
