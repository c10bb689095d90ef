import { Textarea, TextInput } from '@mantine/core';
import { REMINDER_LENGTH } from '@portal/contracts';
import { mailTextIssue } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './lzd-pipeline.module.css';
import type { PipelineRow } from './pipeline-rows.ts';

export type ReminderWords = { title: string; text: string };

type Props = {
  /** Empty: closed. */
  rows: readonly PipelineRow[];
  onSend: (words: ReminderWords) => void;
  onClose: () => void;
};

/** Rule 15.6. Rule 15.8. */
export function ReminderDialog({ rows, onSend, onClose }: Props) {
  const { t } = useTranslation('lzdPipeline');
  const [words, setWords] = useState<ReminderWords>(() => ({ title: t('remind.title'), text: t('remind.text') }));
  const counts = { count: rows.length, number: formatCount(rows.length) };
  const empty = words.title.trim() === '' || words.text.trim() === '';
  const issue = mailTextIssue(words.title) ?? mailTextIssue(words.text);
  const failure = empty
    ? t('remind.empty')
    : issue && (issue.issue === 'link' ? t('remind.link', { found: issue.found }) : t('remind.unseen'));
  return (
    <ConfirmDialog
      opened={rows.length > 0}
      title={t('remind.ask', counts)}
      confirmLabel={t('remind.send', counts)}
      cancelLabel={t('cancel')}
      failure={failure}
      onConfirm={() => !failure && onSend(words)}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          label={t('remind.titleLabel')}
          maxLength={REMINDER_LENGTH.title}
          value={words.title}
          onChange={({ currentTarget: { value } }) => setWords({ ...words, title: value })}
        />
        <Textarea
          label={t('remind.textLabel')}
          maxLength={REMINDER_LENGTH.text}
          rows={7}
          value={words.text}
          onChange={({ currentTarget: { value } }) => setWords({ ...words, text: value })}
        />
        <p>{t('remind.frame')}</p>
        <p>{t('remind.to', { names: rows.map(({ pharmacy }) => pharmacy).join(', ') })}</p>
      </div>
    </ConfirmDialog>
  );
}
