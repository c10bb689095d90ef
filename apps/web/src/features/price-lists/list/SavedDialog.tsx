import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { portalApi } from '../../../api/portal-api.ts';
import { ResultDialog } from '../../../editing/parts/ResultDialog.tsx';
import { formatCount } from '../../../lib/format.ts';

type Props = {
  /** Below the text. */
  panel: ReactNode;
  /** Products whose price or type is another one now. */
  changed: number;
  /** Rows that were left out, since their price can be read in two ways. */
  questionCount: number;
  /** Names rows whose price an exclusion has won over; empty for none. */
  ignored: string;
  onClose: () => void;
};

/** Closing reloads the list (rule 4.10). */
export function SavedDialog({ panel, changed, questionCount, ignored, onClose }: Props) {
  const { t } = useTranslation(['priceList', 'editing']);
  const store = useDispatch();
  const closed = useRef(false);
  useEffect(
    () => () => {
      // Closing it loads the list by itself.
      if (!closed.current) store(portalApi.util.invalidateTags(['PriceList']));
    },
    [store],
  );
  const close = () => {
    closed.current = true;
    onClose();
  };
  return (
    <ResultDialog
      title={t('saved.title')}
      texts={[
        t('saved.text'),
        changed === 0 && t('editing:result.nothingChanged'),
        ignored !== '' && ignored,
        questionCount > 0 && t('editing:result.asked', { count: questionCount, number: formatCount(questionCount) }),
      ]}
      panel={panel}
      onClose={close}
    />
  );
}
