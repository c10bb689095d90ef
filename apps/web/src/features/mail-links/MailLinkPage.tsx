import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { LogoBar } from '../../ui/LogoBar.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import type { MailLink } from './mail-link.ts';
import { useConfirmNoticesMutation, useWithdrawNoticesMutation } from './mail-links-api.ts';

/** Rule 15.2: no sign-in, nothing happens before a click. */
export default function MailLinkPage({ purpose, token }: MailLink) {
  const { t } = useTranslation('mailLinks');
  const [confirm, confirmation] = useConfirmNoticesMutation();
  const [withdraw, withdrawal] = useWithdrawNoticesMutation();
  const { data, isLoading, error } = purpose === 'confirm' ? confirmation : withdrawal;
  const title = token === '' ? t('incomplete') : t(`${purpose}.${data ? (data.valid ? 'done' : 'expired') : 'title'}`);
  usePageTitle(title);
  const act = () => void (purpose === 'confirm' ? confirm : withdraw)({ params: { link: token } });
  if (token === '') return <Page title={title} text={t('incompleteText')} action={<ToPortal />} />;
  if (data)
    return (
      <Page title={title} text={t(`${purpose}.${data.valid ? 'doneText' : 'expiredText'}`)} action={<ToPortal />} />
    );
  const button = (
    <ConfirmButtons justify="flex-start">
      <Button loading={isLoading} onClick={act}>
        {t(`${purpose}.action`)}
      </Button>
    </ConfirmButtons>
  );
  const failure = error && (
    <Alert role="alert" color="red">
      {errorMessage(error)}
    </Alert>
  );
  return (
    <Page
      title={title}
      text={t(`${purpose}.text`)}
      action={
        <>
          {failure}
          {button}
        </>
      }
    />
  );
}

function Page(props: Parameters<typeof MessagePage>[0]) {
  return (
    <>
      <LogoBar />
      <main aria-live="polite">
        <MessagePage {...props} />
      </main>
    </>
  );
}

function ToPortal() {
  const { t } = useTranslation('mailLinks');
  return (
    <Button component="a" variant="default" href="/">
      {t('portal')}
    </Button>
  );
}
