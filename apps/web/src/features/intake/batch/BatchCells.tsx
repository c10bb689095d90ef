import { Button, Loader } from '@mantine/core';
import type { LzdCheck } from '@portal/contracts';
import { packagePath, parseLzdFileName, takesOffMany } from '@portal/rules';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLeavingWords } from '../../../editing/leaving/use-leaving-words.ts';
import { formatCount } from '../../../lib/format.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import classes from './batch.module.css';
import type { BatchFile } from './batch-files.ts';

/** Which pharmacy and product group it is for. */
export function Addressee({ check, fileName }: { check: LzdCheck | null; fileName: string }) {
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

export function CheckNotes({ check }: { check: LzdCheck }) {
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
export function Reset({ check: { leaving, firstCalculation }, chosen }: { check: LzdCheck; chosen: boolean }) {
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

export function Outcome({ row: { file, state }, onDetails }: { row: BatchFile; onDetails: () => void }) {
  const { t } = useTranslation('uploads');
  const details = (
    <Button size="compact-sm" variant="subtle" onClick={onDetails}>
      {t('details')}
      <span className={classes.hidden}> {file.name}</span>
    </Button>
  );
  if (state.phase === 'checking' || state.phase === 'sending') {
    return (
      <span className={classes.busy}>
        <Loader size={14} aria-hidden />
        {t(state.phase)}
      </span>
    );
  }
  if (state.phase === 'stored') {
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
    const noted = state.phase === 'checked' && (state.check.leftOutTotal > 0 || state.check.leaving.count > 0);
    return (
      <>
        <span className={classes.quiet}>{t('checked')}</span>
        {noted && details}
      </>
    );
  }
  return (
    <>
      <StatusTag tone="bad" icon={state.phase === 'refused' ? IconX : IconAlertTriangle}>
        {t(state.phase === 'refused' ? 'refused' : 'failed')}
      </StatusTag>
      <p>{failure.message}</p>
      {failure.errors && failure.errors.length > 0 && details}
    </>
  );
}
