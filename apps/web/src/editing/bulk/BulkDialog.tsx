import { ActionIcon, Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import type { KindTypes } from '../kind.ts';
import type { GuardedReview } from '../review/use-review.ts';
import type { Editing } from '../use-editing.ts';
import { givenBy } from '../several/sources.ts';
import { useMarkedInView } from '../use-marked-in-view.ts';
import { BulkForm } from './BulkForm.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { type BulkFields, FIRST_FIELDS, readRule } from './bulk-fields.ts';
import classes from './bulk.module.css';
import { previewBulk } from './preview-bulk.ts';
import { useKeptRules } from './use-kept-rules.ts';
import { usualEndings } from './usual-endings.ts';

type Props<T extends KindTypes> = { edit: Editing<T>; review: GuardedReview; onClose: () => void };

/** A rule for the prices of all rows on screen, or of the marked ones among them, with what it would do (rule 3.17). */
export default function BulkDialog<T extends KindTypes>({ edit, review, onClose }: Props<T>) {
  const { t } = useTranslation('bulk');
  const { kind, model, session, view } = edit;
  const [fields, setFields] = useState<BulkFields>(FIRST_FIELDS);
  const marked = useMarkedInView(edit);
  const rows = marked.length > 0 ? marked : view.rows;
  const rule = useMemo(() => readRule(fields), [fields]);
  // Thousands of rows are worked out while somebody types.
  const settled = useDeferredValue(rule);
  const { entered } = session;
  const preview = useMemo(
    () => settled && previewBulk({ kind, model, entered, review }, rows, settled),
    [kind, model, entered, review, rows, settled],
  );
  const usual = useMemo(() => usualEndings(review.columns.before), [review]);
  const count = preview?.changes.length ?? 0;
  const ready = preview !== undefined && settled === rule && count > 0;
  return (
    <Modal opened onClose={onClose} size="xl" title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes.sum}>
        {t(marked.length > 0 ? 'scope.marked' : 'scope.shown', {
          count: rows.length,
          number: formatCount(rows.length),
        })}
      </p>
      <KeptRules fields={fields} onChosen={setFields} />
      <BulkForm fields={fields} usual={usual} onChange={(part) => setFields({ ...fields, ...part })} />
      {preview && <BulkPreview preview={preview} columns={model.columns} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          disabled={!ready}
          onClick={() => {
            if (!preview || !rule) return;
            const pznsOf = (each: Iterable<number>) => [...each].map((row) => model.columns.pzn[row] as string);
            const changed = pznsOf(preview.changes.map(({ row }) => row));
            edit.bulk.apply(preview.entered, changed);
            const given = givenBy(entered.edits, preview.entered.edits, changed);
            edit.sources.add({ kind: 'rule', rule, pzns: pznsOf(rows), given });
            onClose();
          }}
        >
          {t('apply', { count, number: formatCount(count) })}
        </Button>
      </Group>
    </Modal>
  );
}

type KeptProps = { fields: BulkFields; onChosen: (fields: BulkFields) => void };

/** Rules kept under a name, and the one on screen to be kept. */
function KeptRules({ fields, onChosen }: KeptProps) {
  const { t } = useTranslation('bulk');
  const { kept, keep, forget } = useKeptRules();
  const [chosen, choose] = useState('');
  const [name, setName] = useState('');
  const rule = readRule(fields);
  return (
    <div className={classes.kept}>
      {kept.size > 0 && (
        <>
          <NativeSelect
            label={t('kept')}
            value={chosen}
            onChange={(event) => {
              choose(event.currentTarget.value);
              const known = kept.get(event.currentTarget.value);
              if (known) onChosen(known);
            }}
            data={[{ value: '', label: t('choose') }, ...kept.keys()]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('forget', { name: chosen })}
            title={t('forget', { name: chosen })}
            disabled={chosen === ''}
            onClick={() => {
              forget(chosen);
              choose('');
            }}
          >
            <IconTrash aria-hidden size={16} />
          </ActionIcon>
        </>
      )}
      <TextInput
        label={t('keepAs')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={rule === undefined || name.trim() === ''}
        onClick={() => {
          if (!rule) return;
          keep(name.trim(), rule);
          choose(name.trim());
          setName('');
        }}
      >
        {t('keep')}
      </Button>
    </div>
  );
}
