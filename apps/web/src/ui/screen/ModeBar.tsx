import { useTranslation } from 'react-i18next';
import classes from './screen.module.css';
import { Segments } from '../Segments.tsx';

export type ScreenMode = 'standard' | 'expert';

type Props = { mode: ScreenMode; onMode: (mode: ScreenMode) => void };

/** Rules 4.5 and 6.10. */
export function ModeBar({ mode, onMode }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.modes}>
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
