import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';

/** Says that a mark or an answer could not be stored; its tick has gone again. */
export function useMarkFailure(
  text: 'mark.failed' | 'due.failed' | 'due.undoFailed' = 'mark.failed',
): (sent: PromiseLike<{ error?: unknown }>) => void {
  const { t } = useTranslation('review', { useSuspense: false });
  return (sent) =>
    void sent.then(({ error }) => {
      if (error) notifications.show({ color: 'red', message: t(text, { message: errorMessage(error) }) });
    });
}
