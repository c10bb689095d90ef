import { Button } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { type BulkRule, dayIssue, isoDay } from '@portal/rules';
import { StartRule } from '../standing/StartRule.tsx';
import { standingScope } from '../standing/standing-scope.ts';
import type { KindTypes, View } from '../kind/kind.ts';
import type { GuardedReview } from '../judging/use-review.ts';
import type { EditSession, GridState, ListView } from '../state/use-list-editor.ts';
import { type Days, NO_DAYS } from '../kind/days.ts';
import { BulkDays } from './BulkDays.tsx';
import { givenBy } from '../state/sources.ts';
import { useMarkedInView } from '../state/use-marked-in-view.ts';
import { BulkForm } from './BulkForm.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { type BulkFields, FIRST_FIELDS, readRule } from './bulk-fields.ts';
import classes from './bulk.module.css';
import { SavedRules } from './SavedRules.tsx';
import { SaveRule } from './SaveRule.tsx';
import { previewBulk } from './preview-bulk.ts';
import { keyOf, useSavedRules } from './use-saved-rules.ts';
import { usualEndings } from './usual-endings.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';

type Props<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & EditSession<T>;
  review: GuardedReview;
  onClose: () => void;
};

/** Rule 3.17. */
export default function BulkDialog<T extends KindTypes>({ editor, review, onClose }: Props<T>) {
  const { t } = useTranslation('bulk');
  const { kind, model, session, view } = editor;
  const [fields, setFields] = useState<BulkFields>(FIRST_FIELDS);
  const [typedDays, setDays] = useState<Days>(NO_DAYS);
  const [today] = useState(() => isoDay(new Date()));
  const issue = dayIssue({ from: typedDays.validFrom, to: typedDays.validTo }, today);
  const [unread, setUnread] = useState({ validFrom: false, validTo: false });
  const days = useMemo(() => daysOf(typedDays, today), [typedDays, today]);
  const marked = useMarkedInView(editor);
  const rows = marked.length > 0 ? marked : view.rows;
  const [isFiltered] = useState(() => view.rowsWithHidden().length < model.count);
  const savedRules = useSavedRules();
  const rule = useMemo(() => readRule(fields), [fields]);
  // Thousands of rows are worked out while somebody types.
  const settled = useDeferredValue(rule);
  const { entered } = session;
  const preview = useMemo(
    () => settled && previewBulk({ kind, model, entered, review }, rows, settled, days),
    [kind, model, entered, review, rows, settled, days],
  );
  const usual = useMemo(() => usualEndings(review.columns.before), [review]);
  const count = preview?.changes.length ?? 0;
  const ready = preview !== undefined && settled === rule && count > 0 && !issue;
  const [standing, setStanding] = useState<{ rule: BulkRule; name: string }>();
  if (standing) {
    return (
      <StartRule
        kind={kind.name}
        rule={standing.rule}
        name={standing.name || (savedRules.saved.find((each) => keyOf(each) === savedRules.chosen)?.name ?? '')}
        scope={standingScope(kind.name, view as unknown as View<KindTypes>, marked.length)}
        onBack={() => setStanding(undefined)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog opened onClose={onClose} size="xl" title={t('title')}>
      <p className={classes.sum}>
        {t(marked.length > 0 ? 'scope.marked' : isFiltered ? 'scope.filtered' : 'scope.all', {
          count: rows.length,
          number: formatCount(rows.length),
        })}
      </p>
      <SavedRules rules={savedRules} onChosen={setFields} />
      <BulkForm fields={fields} usual={usual} onChange={(part) => setFields({ ...fields, ...part })} />
      {kind.rules.withDays && (
        <BulkDays
          days={typedDays}
          today={today}
          issue={issue}
          onChange={setDays}
          onUnread={(field, isUnread) => setUnread((others) => ({ ...others, [field]: isUnread }))}
        />
      )}
      {preview && <BulkPreview preview={preview} columns={model.columns} />}
      <div className={classes.foot}>
        <div hidden={rule === undefined}>
          <SaveRule rules={savedRules} rule={rule} onStanding={(chosen, name) => setStanding({ rule: chosen, name })} />
        </div>
        <ConfirmButtons className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={!ready || unread.validFrom || unread.validTo}
            onClick={() => {
              if (!preview || !rule) return;
              const pznsOf = (each: Iterable<number>) => [...each].map((row) => model.columns.pzn[row] as string);
              const changed = pznsOf(preview.changes.map(({ row }) => row));
              editor.bulk.apply(preview.entered, changed);
              const given = givenBy(entered.edits, preview.entered.edits, changed);
              editor.sources.add({ kind: 'rule', rule, days, pzns: pznsOf(rows), given });
              onClose();
            }}
          >
            {t('apply', { count, number: formatCount(count) })}
          </Button>
        </ConfirmButtons>
      </div>
    </Dialog>
  );
}

/** Today is at once. */
function daysOf({ validFrom, validTo }: Days, today: string): Days | undefined {
  const later = validFrom !== null && validFrom > today ? validFrom : null;
  return later === null && validTo === null ? undefined : { ...NO_DAYS, validFrom: later, validTo };
}
