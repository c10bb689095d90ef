import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import screen from '../ui/screen/screen.module.css';

/** What has changed many rows at once, and the button that takes it back; null once it is too late. */
export function UndoLine({ done, onUndo }: { done: string | null; onUndo: () => void }) {
  const { t } = useTranslation('editing');
  return (
    // Always there, so that screen readers tell what comes into it.
    <div role="status">
      {done !== null && (
        <p className={screen.footnote} data-centred>
          {done}
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconArrowBackUp aria-hidden size={14} />}
            onClick={onUndo}
          >
            {t('selectAll.undo')}
          </Button>
        </p>
      )}
    </div>
  );
}
