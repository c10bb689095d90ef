import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';

/** One page back; to the root page for somebody who came here directly. */
export function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  return (
    <Button
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => void (isFirstPage ? navigate('/') : navigate(-1))}
    >
      {t('back')}
    </Button>
  );
}
