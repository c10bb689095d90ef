import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

/** One page back; to the root page when this was the first page. */
export function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isFirstPage = historyIndex() === 0;
  return (
    <Button
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => void (isFirstPage ? navigate('/') : navigate(-1))}
    >
      {t('back')}
    </Button>
  );
}

/** How many pages of the portal lie before this one; the router counts them in the state of the browser's history. */
function historyIndex(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}
