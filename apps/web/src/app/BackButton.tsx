import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

export function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Button
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => void (hasPageBefore() ? navigate(-1) : navigate('/'))}
    >
      {t('back')}
    </Button>
  );
}

/** Only the Navigation API knows pages before a typed address. */
function hasPageBefore(): boolean {
  const { navigation, history } = window as { navigation?: { canGoBack: boolean }; history: History };
  if (navigation) return navigation.canGoBack;
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
