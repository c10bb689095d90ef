import { Button, Checkbox, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  type BulkRule,
  describeBulkRule,
  isoDay,
  parseProductGroup,
  PRODUCT_GROUPS,
  type ProductGroup,
} from '@portal/rules';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { columnName } from '../conditions/condition-words.ts';
import { Day } from '../days/Day.tsx';
import type { KindName } from '../kind/kind.ts';
import { Replay } from './Replay.tsx';
import { scopeWords } from './scope-words.ts';
import classes from './standing.module.css';
import { useReplayStandingRuleQuery, useStartStandingRuleMutation } from './standing-rules-api.ts';
import type { StandingScope } from './standing-scope.ts';

type Props = {
  kind: KindName;
  rule: BulkRule;
  /** A name to begin with. */
  name: string;
  scope: StandingScope;
  onBack: () => void;
  onClose: () => void;
};

/** A rule for every update, looked at before it starts (rules 18.1 and 18.11). */
export function StartRule({ kind, rule, scope, onBack, onClose, ...first }: Props) {
  const { t } = useTranslation(['standing', 'common']);
  const { t: column } = useTranslation('editing');
  const { pharmacyId = '', pharmacyToken: token = '', type, productType } = useParams();
  const [name, setName] = useState(first.name);
  const [groups, setGroups] = useState<readonly ProductGroup[]>(() => {
    const group = parseProductGroup(type ?? productType ?? '');
    return group ? [group] : [];
  });
  const [endsOn, setEndsOn] = useState<string | null>(null);
  const [isUnread, setUnread] = useState(false);
  const [today] = useState(() => isoDay(new Date()));
  const [withoutReview, setWithoutReview] = useState(false);
  const params = { pharmacyId, token };
  const tried = useMemo(
    () => ({
      productGroups: [...groups],
      rule: { ...rule, endings: [...rule.endings] },
      conditions: scope.conditions.map((each) => (each.is === 'oneOf' ? { ...each, values: [...each.values] } : each)),
    }),
    [groups, rule, scope],
  );
  const replay = useReplayStandingRuleQuery(
    { params, body: tried },
    { skip: groups.length === 0, refetchOnMountOrArgChange: true },
  );
  const [start, { isLoading, error }] = useStartStandingRuleMutation();
  const submit = async () => {
    const body = { ...tried, name: name.trim(), endsOn, withoutReview };
    const { data } = await start({ params, body });
    if (!data) return;
    const closeButtonProps = { 'aria-label': t('common:close') };
    notifications.show({ color: 'teal', message: t('started', { name: body.name }), closeButtonProps });
    onClose();
  };
  const lackId = useId();
  const lack = name.trim() === '' ? t('lack.name') : groups.length === 0 ? t('lack.groups') : undefined;
  const notTaken = scope.notTaken.map((part) =>
    typeof part === 'string' ? t(`part.${part}`) : columnName(part.key, { kind, t: column }),
  );
  return (
    <Dialog opened onClose={onClose} size="xl" title={t('title')}>
      <p className={classes.what}>{t('what')}</p>
      <p>
        <strong>{describeBulkRule(rule)}</strong>
        {' · '}
        {scopeWords(scope.conditions, t, column)}
      </p>
      {notTaken.length > 0 && <p role="note">{t('notTaken', { parts: notTaken.join(', ') })}</p>}
      <div className={classes.form}>
        <TextInput
          label={t('name')}
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Day
          label={t('endsOn')}
          hint={column('days.open')}
          value={endsOn}
          today={today}
          onChange={setEndsOn}
          onUnread={setUnread}
        />
        <Checkbox.Group
          label={t('groups')}
          value={[...groups]}
          onChange={(chosen) => setGroups(PRODUCT_GROUPS.filter((group) => chosen.includes(group)))}
        >
          <div className={classes.groups}>
            {PRODUCT_GROUPS.map((group) => (
              <Checkbox key={group} value={group} label={t(`common:productGroup.${group}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox
          label={t('withoutReview')}
          description={t('withoutReviewText')}
          checked={withoutReview}
          onChange={(event) => setWithoutReview(event.currentTarget.checked)}
        />
      </div>
      {groups.length > 0 && <Replay updates={replay.currentData?.updates} error={replay.error} />}
      {error && (
        <p role="alert" className={classes.failure}>
          {errorMessage(error)}
        </p>
      )}
      {lack && <p id={lackId}>{lack}</p>}
      <ConfirmButtons className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          loading={isLoading}
          disabled={lack !== undefined || isUnread || replay.isFetching}
          aria-describedby={lack && lackId}
          onClick={() => void submit()}
        >
          {t('start')}
        </Button>
      </ConfirmButtons>
    </Dialog>
  );
}
