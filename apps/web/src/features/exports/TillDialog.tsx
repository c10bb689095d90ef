import { type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TillDownloadPanel } from './TillDownloadPanel.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

type Props = ComponentProps<typeof TillDownloadPanel> & { opened: boolean; onClose: () => void };

/** The price file for the till, from the dashboard (rule 9.2). */
export default function TillDialog({ opened, onClose, ...panel }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('exports.till.title')} size="lg">
      <TillDownloadPanel {...panel} />
    </Dialog>
  );
}
