import { Alert, Button } from '@mantine/core';
import type { AnswerOf, checkTill } from '@portal/contracts';
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

/** The till's article export, whose columns are named before it is used (rule 9.33). */
export function TillExportForm({ params, onRead, onClose }: Props) {
  const { t } = useTranslation('tillCheck');
  const [readColumns] = useReadTillColumnsMutation();
  const choice = useImportFile((part) => readColumns({ params, ...part }));
  const [check, { error, isLoading }] = useCheckTillMutation();
  const { file, part, columns } = choice;
  const { pzncolumn, pricecolumn } = columns;
  const start = async () => {
    if (!file || !pzncolumn || !pricecolumn) return;
    const { data } = await check({ params, body: { ...part, pzncolumn, pricecolumn }, file });
    if (data) onRead(data);
  };
  return (
    <div className={classes.form}>
      <FileChoice choice={choice} label={t('file')} ofTill />
      {error && (
        <Alert color="red" role="alert" title={t('failed')}>
          {errorMessage(error)}
        </Alert>
      )}
      <ConfirmButtons className={onClose ? classes.buttons : undefined} justify={onClose ? 'flex-end' : 'flex-start'}>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        )}
        <Button disabled={!choice.startable} loading={isLoading} onClick={() => void start()}>
          {t('start')}
        </Button>
      </ConfirmButtons>
    </div>
  );
}
