import { Button, Radio } from '@mantine/core';
import { type ImportType, offeredImportTypes } from '@portal/rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../../../auth/use-access.ts';
import { FileChoice } from './FileChoice.tsx';
import classes from './import.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import type { ListWork } from './list-work.ts';
import { useImportFile } from './use-import-file.ts';
import type { ReadImport } from './import-api.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';

/** What the user has chosen to import, understood by the server. */
export type ChosenImport = { readonly type: ImportType; readonly fileName: string; readonly answer: ReadImport };

type Props = {
  work: ListWork;
  onClose: () => void;
  onStart: (chosen: ChosenImport) => void;
};

/** Type, file and columns of an import with a preview (rule 5.1). */
export function ImportModal({ work, onClose, onStart }: Props) {
  const { t } = useTranslation('priceListImport');
  const { staff } = useAccess();
  const choice = useImportFile();
  const hint = useId();
  const [waiting, setWaiting] = useState(false);
  const { type, file, rows } = choice;
  const lacking = type === null ? 'type' : file === null ? 'file' : choice.startable ? null : 'answer';

  const begin = (answer: ReadImport) => {
    if (type !== null && file !== null) onStart({ type, fileName: file.name, answer });
  };
  /** Continues once the file is read. */
  const start = async () => {
    setWaiting(true);
    const reading = await choice.settledRows();
    setWaiting(false);
    if (reading.state === 'read') begin(reading.value);
  };

  return (
    <Dialog opened onClose={onClose} size="xl" title={t('title')}>
      <div className={classes.form}>
        <Radio.Group
          label={t('type.label')}
          value={type ?? ''}
          onChange={(value) => void choice.chooseType(value as ImportType)}
        >
          <div className={classes.types}>
            {offeredImportTypes({ staff }).map((each) => (
              <Radio key={each} value={each} label={t(`type.${each}`)} description={t(`type.${each}Text`)} />
            ))}
          </div>
        </Radio.Group>
        <FileChoice choice={choice} label={t('file.label')} />
        {type !== null && <ImportPreview work={work} type={type} rows={rows} />}
      </div>
      <ConfirmButtons className={classes.buttons}>
        <span className={classes.hint} id={hint}>
          {lacking === null ? t('notStored') : t(`lacking.${lacking}`)}
        </span>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button disabled={lacking !== null} aria-describedby={hint} loading={waiting} onClick={() => void start()}>
          {t('start')}
        </Button>
      </ConfirmButtons>
    </Dialog>
  );
}
