import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Info } from '../../ui/info/Info.tsx';
import classes from './review.module.css';

type Props = {
  of: 'update' | 'file' | 'pasted';
  /** One sentence each; nothing is shown without any. */
  sentences: readonly string[];
  className?: string | undefined;
};

/** What speaks against a package, a file or pasted prices as a whole (rule 20.2). */
export function FileDoubts({ of, sentences, className }: Props) {
  const { t } = useTranslation('review');
  if (sentences.length === 0) return null;
  return (
    <Alert className={className} color="orange" icon={<IconAlertTriangle aria-hidden />} title={t(`doubts.${of}`)}>
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  );
}

/** The same in the title line: rows do not move once they are judged (rule 14.26). */
export function DoubtsInHead({ sentences }: Pick<Props, 'sentences'>) {
  const { t } = useTranslation('review');
  if (sentences.length === 0) return null;
  return (
    <div role="alert">
      <Info
        label={t('doubts.update')}
        className={classes.doubts}
        text={
          <>
            <IconAlertTriangle aria-hidden size={16} />
            <span>{t('doubts.update')}</span>
            <span aria-hidden className={classes.shortDoubts}>
              {t('doubts.short')}
            </span>
          </>
        }
      >
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Info>
    </div>
  );
}
