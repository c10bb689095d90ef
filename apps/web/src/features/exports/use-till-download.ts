import type { TillContents } from '@portal/contracts';
import { notifications } from '@mantine/notifications';
import { encodeTillText, isTillExtension, type ProductGroup, tillCompanionName, tillFileName } from '@portal/rules';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { downloadBlob, downloadText } from '../../lib/download.ts';
import { useDownloadTillFileMutation } from './exports-api.ts';
import { usePagePharmacy } from './use-page-pharmacy.ts';

type Wish = { productGroups: ProductGroup[]; contents?: TillContents; withdrawn?: 'omit' };

/** Rule 9.2. */
export function useTillDownload() {
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const pharmacy = usePagePharmacy();
  const { t } = useTranslation();
  const [request, { error, isLoading }] = useDownloadTillFileMutation();
  const [saved, setSaved] = useState<string | null>(null);
  const [omitted, setOmitted] = useState<readonly string[]>([]);
  const isRunning = useRef(false);

  /** @returns true when there was a file to save */
  const download = async (body: Wish): Promise<boolean> => {
    // a second click would save the same file again
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      return await requestFile(body);
    } finally {
      isRunning.current = false;
    }
  };

  const requestFile = async (body: Wish): Promise<boolean> => {
    setSaved(null);
    setOmitted([]);
    const answer = await request({ params: { apoId, token }, body });
    if (!answer.data || !pharmacy) return false;
    const { data, extension, encoding = 'utf-8', companion } = answer.data;
    setOmitted(answer.data.omitted ?? []);
    const fileName = tillFileName(pharmacy.apoId, pharmacy.name, extension);
    const type = `${extension === '.csv' ? 'text/csv' : 'text/plain'};charset=${encoding}`;
    downloadBlob(fileName, new Blob([encodeTillText(data, encoding)], { type }));
    if (!isTillExtension(extension)) {
      const message = t('exports.till.formerExtension', { extension });
      notifications.show({
        color: 'yellow',
        message,
        autoClose: false,
        closeButtonProps: { 'aria-label': t('close') },
      });
    }
    if (companion === undefined) setSaved(t('exports.till.saved', { fileName }));
    else {
      const companionName = tillCompanionName(fileName);
      downloadText(companionName, companion, 'text/plain');
      setSaved(t('exports.till.savedBoth', { fileName, companion: companionName }));
    }
    return true;
  };

  return { download, isReady: pharmacy !== null, error, isLoading, saved, /** Rules 9.34 and 9.44. */ omitted };
}
