import { Button, Checkbox, CloseButton, Loader, NativeSelect } from '@mantine/core';
import type { LzdCheck } from '@portal/contracts';
import { packagePath, parseLzdFileName, takesOffMany } from '@portal/rules';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLeavingWords } from '../../../editing/leaving/use-leaving-words.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import classes from './batch.module.css';
import type { BatchFile } from './batch-files.ts';
import type { useBatch } from './use-batch.ts';

type Props = {
  row: BatchFile;
  /** Another file that waits is for the same list. */
  twice: boolean;
  batch: ReturnType<typeof useBatch>;
  onDetails: () => void;
};

export function BatchRow({ row, twice, batch, onDetails }: Props) {
  const { t } = useTranslation(['uploads', 'common']);
  const { id, file, choice, state } = row;
  const check = 'check' in state ? state.check : null;
  const busy = batch.storing !== null;
  return (
    <div role="row" className={classes.row}>
      <div role="rowheader" className={classes.file}>
        <Place check={check} fileName={file.name} />
        <span className={classes.name}>{file.name}</span>
      </div>
      <div role="cell">
        {check && <CheckNotes check={check} />}
        {state.step === 'checked' && state.check.certificate.colour === 'red' && (
          <Checkbox
            aria-label={t('despiteOf', { file: file.name })}
            label={t('despite')}
            checked={row.despiteRed}
            disabled={busy}
            onChange={({ currentTarget }) => batch.insist(id, currentTarget.checked)}
          />
        )}
        {twice && <p className={classes.failure}>{t('twice')}</p>}
      </div>
      <div role="cell">{check && <Reset check={check} chosen={choice !== 1} />}</div>
      <div role="cell">
        {state.step === 'checked' && (
          <NativeSelect
            aria-label={t('choiceOf', { file: file.name })}
            disabled={busy}
            value={choice === null ? '' : String(choice)}
            onChange={({ currentTarget: { value } }) => batch.choose(value === '' ? null : value === '0' ? 0 : 1, id)}
            data={[
              { value: '', label: t('choice.none') },
              { value: '1', label: t('choice.update') },
              { value: '0', label: t('choice.reset') },
            ]}
          />
        )}
        {state.step === 'stored' && t(choice === 0 ? 'choice.reset' : 'choice.update')}
      </div>
      <div role="cell" className={classes.outcome}>
        <Outcome row={row} onDetails={onDetails} />
        {state.step === 'refused' && (
          <Button size="compact-sm" variant="subtle" disabled={busy} onClick={() => batch.again(row)}>
            {t('again')}
            <span className={classes.hidden}> {file.name}</span>
          </Button>
        )}
      </div>
      <div role="cell" className={classes.remove}>
        {/* A removed file makes way for the next one. */}
        <ConfirmButtons since={batch.files.length}>
          <CloseButton
            aria-label={t('remove', { file: file.name })}
            disabled={busy || state.step === 'checking'}
            onClick={() => batch.remove(id)}
          />
        </ConfirmButtons>
      </div>
    </div>
  );
}

function Place({ check, fileName }: { check: LzdCheck | null; fileName: string }) {
  const { t } = useTranslation(['uploads', 'common']);
  const name = parseLzdFileName(fileName);
  const group = check?.productGroup ?? name?.productGroup;
  if (!group) return null;
  const { apoId, name: pharmacy } = check?.pharmacy ?? { apoId: name?.apoId, name: name?.pharmacyName };
  return (
    <strong>
      {pharmacy} ({apoId}), {t(`common:productGroup.${group}`)}
    </strong>
  );
}

function CheckNotes({ check }: { check: LzdCheck }) {
  const { rows, leftOutTotal, notes, firstCalculation, replaces, message, doubts, certificate } = check;
  const { t } = useTranslation('uploads');
  const refused = new Set(certificate.checks.filter(({ result }) => result === 'refused').map((each) => each.check));
  const [red, yellow] = [true, false].map((isRed) => doubts.filter((doubt) => refused.has(doubt.check) === isRed));
  return (
    <>
      {red?.map((doubt) => (
        <p key={doubt.check} className={classes.failure}>
          <strong>{t('red')}</strong> {doubt.message}
        </p>
      ))}
      {t('rows', { count: rows, rows: formatCount(rows) })}
      {firstCalculation && `, ${t('firstCalculation')}`}
      {leftOutTotal > 0 && (
        <p className={classes.warning}>{t('leftOut', { count: leftOutTotal, rows: formatCount(leftOutTotal) })}</p>
      )}
      {yellow?.map((doubt) => (
        <p key={doubt.check} className={classes.warning}>
          {doubt.message}
        </p>
      ))}
      {replaces !== null && <p className={classes.warning}>{t('replaces', { id: replaces })}</p>}
      {message && <p className={classes.warning}>{message}</p>}
      {notes.map((note) => (
        <p key={note} className={classes.warning}>
          {note}
        </p>
      ))}
    </>
  );
}

/** Rule 14.24. */
function Reset({ check: { leaving, firstCalculation }, chosen }: { check: LzdCheck; chosen: boolean }) {
  const { t } = useTranslation('uploads');
  const words = useLeavingWords()(leaving);
  if (firstCalculation) return <span className={classes.quiet}>{t('emptyList')}</span>;
  return (
    <div className={chosen ? (takesOffMany(leaving) ? classes.many : undefined) : classes.quiet}>
      {t('leaves', { count: leaving.count, number: formatCount(leaving.count), total: formatCount(leaving.listCount) })}
      {words.ended && <p>{words.ended}</p>}
    </div>
  );
}

function Outcome({ row: { file, state }, onDetails }: { row: BatchFile; onDetails: () => void }) {
  const { t } = useTranslation('uploads');
  const details = (
    <Button size="compact-sm" variant="subtle" onClick={onDetails}>
      {t('details')}
      <span className={classes.hidden}> {file.name}</span>
    </Button>
  );
  if (state.step === 'checking' || state.step === 'sending') {
    return (
      <span className={classes.busy}>
        <Loader size={14} aria-hidden />
        {t(state.step)}
      </span>
    );
  }
  if (state.step === 'stored') {
    const { pharmacy, productGroup } = state.check;
    const path = packagePath({ kind: 'LZD', id: state.answer.id, productGroup });
    return (
      <>
        <StatusTag tone="good" icon={IconCheck}>
          {t('stored')}
        </StatusTag>
        <Link to={`/p/${pharmacy.crmCompanyId}/${pharmacy.token}/${path}`}>
          {t('package', { id: state.answer.id })}
        </Link>
        {details}
      </>
    );
  }
  const { failure } = state;
  if (!failure) {
    const noted = state.step === 'checked' && (state.check.leftOutTotal > 0 || state.check.leaving.count > 0);
    return (
      <>
        <span className={classes.quiet}>{t('checked')}</span>
        {noted && details}
      </>
    );
  }
  return (
    <>
      <StatusTag tone="bad" icon={state.step === 'refused' ? IconX : IconAlertTriangle}>
        {t(state.step === 'refused' ? 'refused' : 'failed')}
      </StatusTag>
      <p>{failure.message}</p>
      {failure.errors && failure.errors.length > 0 && details}
    </>
  );
}
