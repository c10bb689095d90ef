import { Button } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '../../../editing/screen/DiscardDialog.tsx';
import { useLeaving } from '../../../editing/state/use-leaving.ts';
import { formatCount } from '../../../lib/format.ts';
import screen from '../../../ui/screen/screen.module.css';
import type { Loaded } from './use-own-lists.ts';
import { SaveEntered } from './SaveEntered.tsx';
import type { useEntered } from './use-entered.ts';

type Props = {
  loaded: readonly Loaded[];
  group: ProductGroup;
  entered: ReturnType<typeof useEntered>;
  loadLists: (some: readonly Pharmacy[]) => Promise<void>;
};

/** What is entered below the table, and where it goes (rule 2.25). */
export function EnteredBar({ loaded, group, entered, loadLists }: Props) {
  const { t } = useTranslation('compare');
  const [saving, setSaving] = useState(false);
  const leaving = useLeaving(true, () => entered.forget());
  const { count } = entered;
  const refused = loaded.flatMap((each) => entered.sideOf(each).refused);
  return (
    <>
      <div className={screen.toolbar}>
        <p className={screen.said} role="status">
          {refused.length > 0
            ? t('refused', { count: refused.length, pzns: refused.join(', ') })
            : t('entered', { count, number: formatCount(count) })}
        </p>
        <Button variant="default" onClick={leaving.cancel}>
          {t('drop')}
        </Button>
        <Button disabled={refused.length > 0} onClick={() => setSaving(true)}>
          {t('check', { number: formatCount(count) })}
        </Button>
      </div>
      <DiscardDialog editor={{ leaving, unsavedCount: count, kind: { name: 'priceList' } }} />
      {saving && (
        <SaveEntered
          sides={loaded
            .map((each) => ({ ...each, edits: entered.sideOf(each).edits }))
            .filter(({ edits }) => edits.size > 0)}
          group={group}
          onClose={(saved) => {
            setSaving(false);
            void loadLists(saved).then(() => saved.forEach(({ apoId }) => entered.forget(apoId)));
          }}
        />
      )}
    </>
  );
}
