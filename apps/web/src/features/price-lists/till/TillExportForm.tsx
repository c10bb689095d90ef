import { Alert, Button } from '@mantine/core';
import type { AnswerOf, checkTill } from '@portal/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { FileChoice } from '../import/FileChoice.tsx';
import classes from '../import/import.module.css';
import { useImportFile } from '../import/use-import-file.ts';
import { useCheckTillMutation, useReadTillColumnsMutation } from './till-check-api.ts';

export type ReadExport = AnswerOf<typeof checkTill>;

type Props = {
  params: { apoId: string; token: string };
  onRead: (answer: ReadExport) => void;
  onClose?: () => void;
};

/** The till's article export, whose columns are named before it is used (rules 9.33 and 9.45). */
export function TillExportForm({ params, onRead, onClose }: Props) {
  const { t } = useTranslation('tillCheck');
  const [readColumns] = useReadTillColumnsMutation();
  const choice = useImportFile((part) => readColumns({ params, ...part }));
  const [check, { error, isLoading, data: answer, reset }] = useCheckTillMutation();
  const { file, part, columns } = choice;
  const { pzncolumn, pricecolumn } = columns;
  // Of this file and these columns alone.
  const asked = [file?.name, file?.lastModified, JSON.stringify(part), pzncolumn, pricecolumn].join('|');
  const [doubtedAt, setDoubtedAt] = useState<string | null>(null);
  const doubts = answer?.status === 'doubtful' && doubtedAt === asked ? answer.doubts : [];
  const start = async (despite = false) => {
    if (!file || !pzncolumn || !pricecolumn) return;
    reset();
    const body = { ...part, pzncolumn, pricecolumn, ...(despite && { despite: 'take' as const }) };
    const { data } = await check({ params, body, file });
    if (data?.status === 'OK') onRead(data);
    setDoubtedAt(asked);
  };
  return (
    <div className={classes.form}>
      <FileChoice choice={choice} label={t('file')} ofTill />
      {error && (
        <Alert color="red" role="alert" title={t('failed')}>
          {errorMessage(error)}
        </Alert>
      )}
      {doubts.length > 0 && (
        <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('doubts')}>
          {doubts.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
          <div>{t('doubtsHow')}</div>
        </Alert>
      )}
      <ConfirmButtons className={onClose ? classes.buttons : undefined} justify={onClose ? 'flex-end' : 'flex-start'}>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        )}
        <Button disabled={!choice.startable} loading={isLoading} onClick={() => void start(doubts.length > 0)}>
          {t(doubts.length > 0 ? 'despite' : 'start')}
        </Button>
      </ConfirmButtons>
    </div>
  );
}
