import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = {
  of: 'update' | 'file' | 'pasted';
  /** One sentence each; nothing is shown without any. */
  sentences: readonly string[];
  className?: string | undefined;
};

/** What speaks against a package, a file or pasted prices as a whole (rule 14.61). */
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
