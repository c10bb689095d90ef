import { Button, Popover, SegmentedControl, Switch } from '@mantine/core';
import { APPROVAL_COLUMN_TOGGLES, type ApprovalColumnToggle } from '@portal/rules';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../../ui/screen/screen.module.css';
import type { ShownColumns, UpdateMode } from './column-toggles.ts';

type Props = {
  mode: UpdateMode;
  onMode: (mode: UpdateMode) => void;
  shown: ShownColumns;
  onToggle: (toggle: ApprovalColumnToggle, shown: boolean) => void;
};

/** Standard or expert view of QDP and LZD; the expert chooses the columns (Specification 2). */
export function ModeBar({ mode, onMode, shown, onToggle }: Props) {
  const { t } = useTranslation('priceUpdate');
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
            {APPROVAL_COLUMN_TOGGLES.map((toggle) => (
              <Switch
                key={toggle}
                size="sm"
                label={t(`toggle.${toggle}`)}
                checked={shown[toggle]}
                onChange={(event) => onToggle(toggle, event.currentTarget.checked)}
              />
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
      <SegmentedControl
        aria-label={t('mode.label')}
        value={mode}
        onChange={(value) => onMode(value as UpdateMode)}
        data={[
          { value: 'standard', label: t('mode.standard') },
          { value: 'expert', label: t('mode.expert') },
        ]}
      />
    </div>
  );
}
