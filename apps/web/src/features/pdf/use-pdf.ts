import { notifications } from '@mantine/notifications';
import type { PdfBody } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import type { ReceivedFile } from '../../api/base-query.ts';
import { useCreatePdfMutation } from './pdf-api.ts';
import { openPdfWindow, type PdfWindow } from './pdf-window.ts';

export type PdfTarget = {
  readonly apoId: number | string;
  readonly token: string;
  readonly productGroup: ProductGroup;
  /** The approved package that is printed, whose approver the server puts into the head. */
  readonly approval?: number;
};

/** Prints rows into a new window, as `usePdfWindow` does. */
export function usePdf({ approval, ...params }: PdfTarget) {
  const [createPdf] = useCreatePdfMutation();
  const { show, waiting } = usePdfWindow();
  const query = approval === undefined ? {} : { approval };
  return { print: (body: PdfBody) => show(() => createPdf({ params, query, body })), waiting };
}

/** A request under way, as a mutation that answers with a file starts it. */
type FileRequest = { abort(): void; reset(): void; unwrap(): Promise<ReceivedFile> };

/** Call `show` within a click: whether the PDF came. Closing the window cancels the job. */
export function usePdfWindow() {
  const { t } = useTranslation();
  const [waiting, setWaiting] = useState(false);
  const running = useRef<{ cancel: () => void } | null>(null);
  useEffect(() => () => running.current?.cancel(), []);

  async function show(start: () => FileRequest): Promise<boolean> {
    if (running.current) return false;
    let request: FileRequest | undefined;
    let cancelled = false;
    const pdfWindow: PdfWindow = openPdfWindow({ title: t('pdf.title'), waiting: t('pdf.waiting') }, () => cancel());
    const cancel = () => {
      cancelled = true;
      request?.abort();
      pdfWindow.close();
    };
    running.current = { cancel };
    setWaiting(true);
    try {
      request = start();
      pdfWindow.show(await request.unwrap());
      return true;
    } catch (error) {
      pdfWindow.close();
      if (!cancelled) {
        notifications.show({
          color: 'red',
          title: t('pdf.failed'),
          message: errorMessage(error),
          autoClose: false,
          closeButtonProps: { 'aria-label': t('pdf.close') },
        });
      }
      return false;
    } finally {
      request?.reset(); // the file is not kept in the store
      running.current = null;
      setWaiting(false);
    }
  }

  return { show, waiting };
}
