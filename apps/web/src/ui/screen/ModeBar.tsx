import { Button, Popover, Switch } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './screen.module.css';
import { Segments } from '../Segments.tsx';

export type ScreenMode = 'standard' | 'expert';

type Props = {
  mode: ScreenMode;
  onMode: (mode: ScreenMode) => void;
  /** Columns that the expert shows and hides. */
  toggles: readonly { name: string; label: string; shown: boolean; onToggle: (shown: boolean) => void }[];
};

/** Rules 4.5 and 6.10. */
export default function ModeBar({ mode, onMode, toggles }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.modes}>
      {mode === 'expert' && (
        <Popover position="bottom-end" shadow="md" trapFocus withinPortal>
          <Popover.Target>
            <Button variant="default" leftSection={<IconColumns3 aria-hidden size={16} />}>
              {t('mode.columns')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={classes.toggles} aria-label={t('mode.columns')}>
            {toggles.map(({ name, label, shown, onToggle }) => (
              <Switch
                key={name}
                size="sm"
                label={label}
                checked={shown}
                onChange={(event) => onToggle(event.currentTarget.checked)}
              />
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
      <Segments
        label={t('mode.label')}
        value={mode}
        onChange={onMode}
        choices={[
          { value: 'standard', label: t('mode.standard') },
          { value: 'expert', label: t('mode.expert') },
        ]}
      />
    </div>
  );
}
