import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './intake.module.css';

type Props = {
  fileName: string;
  /** Share that was sent, 0 to 1; at 1 the server works. */
  share: number;
};

/** How much of the file was sent; afterwards that the server works on it. */
export function UploadProgress({ fileName: file, share }: Props) {
  const { t } = useTranslation('intake');
  const percent = Math.floor(share * 100);
  return (
    <div>
      <Progress.Root size="md">
        <Progress.Section value={percent} animated={share >= 1} aria-label={t('progress')} />
      </Progress.Root>
      <p className={classes.progress} role="status">
        {share >= 1 ? t('working', { file }) : t('sending', { file, percent })}
      </p>
    </div>
  );
}
