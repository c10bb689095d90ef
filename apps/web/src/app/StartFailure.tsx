import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorMessage, isApiError } from '../api/api-error.ts';
import { NoStorageError } from '../auth/callback-storage.ts';
import { LoginError } from '../auth/sign-in.ts';
import { LoginConfigError } from '../auth/login-config.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { LogoBar } from '../ui/LogoBar.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';
import { Help } from './Help.tsx';

/** Shown in place of the portal when configuration or sign-in failed (rule 2.17). */
export function StartFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const title = t(
    failure instanceof LoginError || failure instanceof LoginConfigError ? 'start.login' : 'start.failed',
  );
  usePageTitle(title);
  // Without the part behind the # that the identity provider added: it would fail again.
  const again = () => location.replace(`${location.pathname}${location.search}`);
  return (
    <>
      <LogoBar />
      <main>
        <MessagePage
          title={title}
          text={
            <>
              {failureText(failure, t('start.loginText'))} <Help />
            </>
          }
          action={<Button onClick={again}>{t('retry')}</Button>}
        />
      </main>
    </>
  );
}

function failureText(failure: unknown, loginText: string): string {
  if (failure instanceof LoginConfigError || failure instanceof NoStorageError) return failure.message;
  if (failure instanceof LoginError) {
    const detail = [failure.code, failure.message].filter(Boolean).join(': ');
    return detail ? `${loginText} (${detail})` : loginText;
  }
  return isApiError(failure) ? failure.message : errorMessage(failure);
}
