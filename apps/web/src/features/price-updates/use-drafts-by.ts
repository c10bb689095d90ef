import type { UpdateState } from '@portal/contracts';
import { standingRuleName } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { type LoadedUpdate, type UpdateRef, useGetUpdateStateQuery } from './price-updates-api.ts';

type Drafts = UpdateState['drafts'];

/** 'Entwurf von Dr. Berger, 14:03' (rule 6.11). */
export function useDraftsBy({ kind, pharmacyId, token, id, productGroup }: UpdateRef, update: LoadedUpdate): string {
  const { t } = useTranslation('priceUpdate');
  const asked = update.editable && update.stored.size > 0;
  const { currentData, refetch } = useGetUpdateStateQuery(
    { params: { kind, pharmacyId, token, id, productGroup } },
    { skip: !asked },
  );
  // Asked before the package was saved and loaded again.
  const outdated = asked && currentData !== undefined && currentData.version < update.versions.version;
  useEffect(() => {
    if (outdated) void refetch();
  }, [outdated, refetch]);
  // Of a later state than the one on screen the notice about others tells.
  if (!asked || currentData?.version !== update.versions.version) return '';
  const ofRules = new Set(update.head.standingRules.map(({ name }) => standingRuleName(name)));
  return draftsText(
    currentData.drafts.filter(({ userName }) => !ofRules.has(userName)),
    t,
  );
}

function draftsText(drafts: Drafts, t: TFunction<'priceUpdate'>): string {
  const named = drafts.filter(({ userName }) => userName !== '');
  const text = named.map(({ userName, count, savedAt }) => {
    const person = named.length > 1 ? `${userName} (${formatCount(count)})` : userName;
    return savedAt ? `${person}, ${momentText(savedAt)}` : person;
  });
  return named.length === 0 ? '' : t('draftsBy', { count: named.length, persons: text.join('; ') });
}

/** The time alone for today. */
function momentText(instant: string): string {
  const today = formatInstant(new Date().toISOString());
  const text = formatInstant(instant, 'dd.MM.yyyy HH:mm');
  return text.startsWith(`${today} `) ? text.slice(today.length + 1) : text;
}
