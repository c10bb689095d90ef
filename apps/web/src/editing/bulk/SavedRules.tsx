import { ActionIcon, NativeSelect } from '@mantine/core';
import type { SavedRule } from '@portal/contracts';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { type BulkFields, fieldsOfRule } from './bulk-fields.ts';
import classes from './bulk.module.css';
import { keyOf, type SavedRulesState } from './use-saved-rules.ts';

type Props = { rules: SavedRulesState; onChosen: (fields: BulkFields) => void };

/** Rule 3.17. */
export function SavedRules({ rules: { saved, chosen, choose, error, saving, forget }, onChosen }: Props) {
  const { t } = useTranslation('bulk');
  const current = saved.find((each) => keyOf(each) === chosen);
  const labelOf = (each: SavedRule) => (each.mine && !each.shared ? each.name : t(each.mine ? 'shared' : 'of', each));
  const removal = current?.by ? t('unshare', current) : t('forget', { name: current?.name ?? '' });
  if (saved.length === 0 && !error) return null;
  return (
    <div className={classes.kept}>
      {saved.length > 0 && (
        <>
          <NativeSelect
            label={t('kept')}
            value={current ? chosen : ''}
            onChange={(event) => {
              const wanted = saved.find((each) => keyOf(each) === event.currentTarget.value);
              choose(event.currentTarget.value);
              if (wanted) onChosen(fieldsOfRule(wanted.rule));
            }}
            data={[
              { value: '', label: t('choose') },
              ...saved.map((each) => ({ value: keyOf(each), label: labelOf(each) })),
            ]}
          />
          <ConfirmButtons>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={removal}
              title={removal}
              disabled={!(current?.mine || current?.by) || saving}
              onClick={() => current && void forget(current)}
            >
              <IconTrash aria-hidden size={16} />
            </ActionIcon>
          </ConfirmButtons>
        </>
      )}
      {error && (
        <p role="alert" className={classes.failure}>
          {errorMessage(error)}
        </p>
      )}
    </div>
  );
}
