import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeavingDialog } from '../../editing/leaving/LeavingDialog.tsx';
import { takesNothing, useLeavingWords } from '../../editing/leaving/use-leaving-words.ts';
import { Notice } from '../../ui/screen/Notice.tsx';
import type { LeavingArticles } from './use-leaving-articles.ts';

/** Rule 6.5. */
export const LeavingNotice = memo(function LeavingNotice({ articles }: { articles: LeavingArticles | null }) {
  const { t } = useTranslation(['priceUpdate', 'editing']);
  const words = useLeavingWords();
  const [opened, setOpened] = useState(false);
  if (!articles) return null;
  const { leaving, failed, retry } = articles;
  if (!leaving && !failed) return null;
  if (leaving && takesNothing(leaving)) return null;
  const said = leaving && words(leaving);
  return (
    <Notice
      color="orange"
      icon={IconAlertTriangle}
      text={
        <>
          <strong>{said ? said.articles : t('leaving.failed')}</strong> <span>{said?.ended}</span>
        </>
      }
      more={said ? undefined : t('leaving.failedText')}
    >
      {!said && (
        <Button size="compact-xs" variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      )}
      {leaving && leaving.count > 0 && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => setOpened(true)}>
            {t('leaving.show')}
          </Button>
          <LeavingDialog leaving={leaving} opened={opened} onClose={() => setOpened(false)} />
        </>
      )}
    </Notice>
  );
});
