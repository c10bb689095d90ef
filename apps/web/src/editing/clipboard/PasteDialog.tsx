import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { BulkPreview } from '../bulk/BulkPreview.tsx';
import classes from '../bulk/bulk.module.css';
import type { KindTypes } from '../kind.ts';
import type { Editing } from '../use-editing.ts';
import { previewPaste } from './preview-paste.ts';
import type { Clipboard, Pasting } from './use-clipboard.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';

/** Lines and PZNs that are named; more are counted. */
const NAMED = 20;

type Props = { edit: Editing<KindTypes>; clipboard: Clipboard; pasting: Pasting };

/** What a paste would do, before it is done: in one step or not at all (rules 3.29 and 3.30). */
export default function PasteDialog({ edit, clipboard: { takesPrice, apply, close }, pasting }: Props) {
  const { t } = useTranslation('bulk');
  const { kind, model, session, review, view } = edit;
  const { entered } = session;
  const { pasted, from } = pasting;
  const [withHidden, setWithHidden] = useState(false);
  const preview = useMemo(
    () => previewPaste({ kind, model, entered, review, shown: view.rows, from, takesPrice, withHidden }, pasted),
    [kind, model, entered, review, view.rows, from, takesPrice, withHidden, pasted],
  );
  const count = preview.changes.length;
  const hidden = preview.hidden.length;
  const noPlace = pasted.by === 'place' && from.length === 0;
  return (
    <Dialog opened onClose={close} size="xl" title={t('paste.title')}>
      {pasted.by === 'unclear' || noPlace ? (
        <p className={classes.sum}>{t(noPlace ? 'paste.noPlace' : 'paste.unclear')}</p>
      ) : (
        <>
          <BulkPreview preview={preview} columns={model.columns} />
          {pasted.by === 'place' && pasted.others > 0 && <p className={classes.sum}>{t('paste.others')}</p>}
          <ul className={classes.left}>
            {[...preview.leftLines].map(([why, names]) => (
              <li key={why}>
                {t(`paste.left.${why}`, {
                  count: names.length,
                  number: formatCount(names.length),
                  names: names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : ''),
                })}
              </li>
            ))}
          </ul>
          {hidden > 0 && (
            <Checkbox
              checked={withHidden}
              onChange={(event) => setWithHidden(event.currentTarget.checked)}
              label={t('paste.hidden', { count: hidden, number: formatCount(hidden) })}
            />
          )}
        </>
      )}
      <ConfirmButtons mt="md">
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          disabled={count === 0 || noPlace}
          data-autofocus
          onClick={() =>
            apply(
              preview.entered,
              preview.changes.map(({ row }) => row),
            )
          }
        >
          {t('apply', { count, number: formatCount(count) })}
        </Button>
      </ConfirmButtons>
    </Dialog>
  );
}
