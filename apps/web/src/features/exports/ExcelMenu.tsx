import { Button, Menu } from '@mantine/core';
import type { ListFile } from '@portal/list-view';
import type { ProductGroup } from '@portal/rules';
import { IconChevronDown, IconFileTypeXls } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadBlob } from '../../lib/download.ts';
import { AnchoredMenu } from '../../ui/late-menu/AnchoredMenu.tsx';
import { LateMenu } from '../../ui/late-menu/LateMenu.tsx';
import classes from './exports.module.css';
import { writeExcel } from './write-excel.ts';

export type ExcelChoice = { text: string; fileName: () => string; file: () => ListFile };

type Props = {
  productGroup: ProductGroup;
  tip: string;
  /** Empty while nothing can be saved. */
  choices: readonly ExcelChoice[];
};

/** Makes workbooks, one after the other. */
export function useExcelWriter(productGroup: ProductGroup) {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<'ready' | 'writing' | 'failed'>('ready');
  const isWriting = useRef(false);
  const save = async ({ fileName, file }: ExcelChoice) => {
    if (isWriting.current) return;
    isWriting.current = true;
    setPhase('writing');
    try {
      downloadBlob(fileName(), await writeExcel(productGroup, file()));
      setPhase('ready');
    } catch (failure) {
      reportError(failure); // for the console; the user reads the notice
      setPhase('failed');
    } finally {
      isWriting.current = false;
    }
  };
  return {
    save,
    waiting: phase === 'writing',
    notice: phase === 'failed' && (
      <div role="alert" className={classes.leftOut}>
        {t('exports.excelFailed')}
      </div>
    ),
  };
}

/** Rule 10.13. */
export function ExcelMenu({ productGroup, tip, choices }: Props) {
  const { t } = useTranslation();
  const { save, waiting, notice } = useExcelWriter(productGroup);
  const [only, second] = choices;
  const button = {
    variant: 'default',
    leftSection: <IconFileTypeXls aria-hidden size={16} />,
    title: tip,
    disabled: !only,
    loading: waiting,
    children: t('exports.excel'),
  };
  return (
    <>
      {second ? (
        <LateMenu
          {...button}
          rightSection={<IconChevronDown aria-hidden size={14} />}
          items={(menu) => (
            <AnchoredMenu menu={menu}>
              {choices.map((choice) => (
                <Menu.Item key={choice.text} onClick={() => void save(choice)}>
                  {choice.text}
                </Menu.Item>
              ))}
            </AnchoredMenu>
          )}
        />
      ) : (
        <Button {...button} onClick={only && (() => void save(only))} />
      )}
      {notice}
    </>
  );
}
