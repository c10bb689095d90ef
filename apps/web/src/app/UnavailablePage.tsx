import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../lib/use-page-title.ts';
import { MessagePage } from '../ui/MessagePage.tsx';
import { BackButton } from './BackButton.tsx';

/** Stands on a route whose screen is not part of the portal yet. */
export function UnavailablePage({ title }: { title: string }) {
  const { t } = useTranslation();
  usePageTitle(title);
  return <MessagePage title={title} text={t('unavailable.text')} action={<BackButton />} />;
}
