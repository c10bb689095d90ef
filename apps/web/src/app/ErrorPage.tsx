import { Button, Group } from '@mantine/core';
import { mayEnterRoute, ROUTE_ROLES } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccess } from '../auth/use-access.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { MessagePage } from '../ui/MessagePage.tsx';
import { BackButton } from './BackButton.tsx';
import { Help } from './Help.tsx';
import { SIGN_OUT, SIGN_OUT_PATH } from './sign-out.ts';

/** Rule 2.5: a page that does not exist. */
export function NotFoundPage() {
  return <ErrorPage code="404" messageKey="error.notFound" textKey="error.notFoundText" />;
}

/** Rule 2.5: denied access; the page lives at /403 and carries the code 401. */
export function ForbiddenPage() {
  return (
    <ErrorPage code="401" messageKey="error.forbidden" titleKey="error.forbiddenTitle" textKey="error.forbiddenText" />
  );
}

type Props = {
  code: string;
  messageKey: 'error.notFound' | 'error.forbidden';
  /** In place of the message, which then stands beside the code. */
  titleKey?: 'error.forbiddenTitle';
  textKey: 'error.notFoundText' | 'error.forbiddenText';
};

function ErrorPage({ code, messageKey, titleKey, textKey }: Props) {
  const { t } = useTranslation();
  const { roles } = useAccess();
  const message = t(messageKey);
  usePageTitle(message);
  return (
    <MessagePage
      code={t('error.code', { code })}
      {...(titleKey ? { title: t(titleKey), cause: message } : { title: message })}
      text={
        <>
          {t(textKey)} <Help />
        </>
      }
      action={
        <Group>
          <BackButton />
          {mayEnterRoute(roles, ROUTE_ROLES['']) ? (
            <Button variant="default" component={Link} to="/">
              {t('error.home')}
            </Button>
          ) : (
            <Button variant="default" component={Link} to={SIGN_OUT_PATH} state={SIGN_OUT}>
              {t('error.otherUser')}
            </Button>
          )}
        </Group>
      }
    />
  );
}

/** React has logged the error. */
export function CrashPage() {
  const { t } = useTranslation();
  usePageTitle(t('error.crash'));
  return (
    <MessagePage
      title={t('error.crash')}
      text={
        <>
          {t('error.crashText')} <Help />
        </>
      }
      action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
    />
  );
}
