import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { LogoBar } from '../../ui/LogoBar.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import type { MailLink } from './mail-link.ts';
import { useConfirmNoticesMutation, useGetNoticeLinkQuery, useWithdrawNoticesMutation } from './mail-links-api.ts';

/** Rule 15.2: no sign-in, nothing happens before a click. */
export default function MailLinkPage({ purpose, token }: MailLink) {
  const { t } = useTranslation(['mailLinks', 'common']);
  const about = useGetNoticeLinkQuery({ params: { link: token }, query: { purpose } }, { skip: token === '' });
  const link = about.data?.link;
  const [confirm, confirmation] = useConfirmNoticesMutation();
  const [withdraw, withdrawal] = useWithdrawNoticesMutation();
  const { data, isLoading, error } = purpose === 'confirm' ? confirmation : withdrawal;
  const outcome = data ? (data.valid ? 'done' : 'expired') : link === null ? 'expired' : undefined;
  const title = token === '' ? t('incomplete') : t(`${purpose}.${outcome ?? 'title'}`);
  usePageTitle(title);
  const act = () => void (purpose === 'confirm' ? confirm : withdraw)({ params: { link: token } });
  if (token === '') return <Page title={title} text={t('incompleteText')} action={<ToPortal />} />;
  if (outcome) return <Page title={title} text={t(`${purpose}.${outcome}Text`)} action={<ToPortal />} />;
  if (about.error) {
    const { error: failed, refetch } = about;
    return (
      <Page
        title={title}
        action={
          <LoadFailure
            title={t('failed')}
            message={errorMessage(failed)}
            retryLabel={t('common:retry')}
            onRetry={() => void refetch()}
          />
        }
      />
    );
  }
  const button = (
    <ConfirmButtons justify="flex-start">
      <Button loading={isLoading || !link} onClick={act}>
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
      text={link && t(`${purpose}.text`, { pharmacy: link.pharmacy, address: link.masked })}
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
