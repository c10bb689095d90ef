import { Button } from '@mantine/core';
import type { Dashboard } from '@portal/contracts';
import { lzdUploadOpensAt } from '@portal/rules';
import { IconCalendarOff, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../../auth/use-access.ts';
import { formatInstant } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './intake.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const LzdUploadModal = lazyPart(() => import('./LzdUploadModal.tsx'));

/** Staff only, not for mirrors, not from the 26th to the 4th (rules 6.4 and 7.6). */
export function LzdUpload({ dashboard }: { dashboard: Dashboard }) {
  const { staff } = useAccess();
  if (!staff || dashboard.pharmacy.parentPharmacy !== null) return null;
  return (
    // Its texts come after the rest of the dashboard.
    <Suspense>
      <UploadSection dashboard={dashboard} />
    </Suspense>
  );
}

function UploadSection({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('intake');
  // A new key: an empty form while the former fades out.
  const [visit, setVisit] = useState(0);
  const [opened, setOpened] = useState(false);
  const { lzdUploadBlocked: blocked } = dashboard;
  const open = () => {
    setVisit(visit + 1);
    setOpened(true);
  };
  return (
    <Section title={t('section.title')}>
      <div className={classes.section}>
        {blocked ? (
          <p className={classes.blocked}>
            <IconCalendarOff size={18} aria-hidden />
            {t('section.blocked')}{' '}
            <span>
              {t('section.blockedUntil', {
                day: formatInstant(lzdUploadOpensAt(new Date(dashboard.now)).toISOString()).slice(0, 6),
              })}
            </span>
          </p>
        ) : (
          <p className={classes.text}>{t('section.text')}</p>
        )}
        <Button variant="light" leftSection={<IconUpload size={16} aria-hidden />} disabled={blocked} onClick={open}>
          {t('section.button')}
        </Button>
      </div>
      {visit > 0 && (
        <Suspense>
          <LzdUploadModal key={visit} dashboard={dashboard} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Section>
  );
}
