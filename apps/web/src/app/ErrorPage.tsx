import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { usePageTitle } from '../lib/use-page-title.ts';
import { MessagePage } from '../ui/MessagePage.tsx';
import { BackButton } from './BackButton.tsx';

/** Rule 2.5: a page that does not exist. */
export function NotFoundPage() {
  return <ErrorPage code="404" messageKey="error.notFound" />;
}

/** Rule 2.5: denied access; the page lives at /403 and carries the code 401. */
export function ForbiddenPage() {
  return <ErrorPage code="401" messageKey="error.forbidden" />;
}

function ErrorPage({ code, messageKey }: { code: string; messageKey: 'error.notFound' | 'error.forbidden' }) {
  const { t } = useTranslation();
  const message = t(messageKey);
  usePageTitle(message);
  return <MessagePage code={code} title={message} action={<BackButton />} />;
}

/** React has logged the error. */
export function CrashPage() {
  const { t } = useTranslation();
  usePageTitle(t('error.crash'));
  return (
    <MessagePage
      title={t('error.crash')}
      text={t('error.crashText')}
      action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
    />
  );
}
