import { tillChoiceOf } from '@portal/contracts';
import { Skeleton } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { useGetTillSettingsQuery, useSetTillProfileMutation } from '../../api/till-profile-api.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { profileWith, WithdrawnChoice, type WithdrawnAnswer } from './WithdrawnChoice.tsx';

const DEFAULT_MARKER = 'L';

type Choice = {
  /** What asks, null when nothing is to be chosen. */
  question: ReactNode;
  /** @returns how this file alone is written, null when none may be loaded */
  store: () => Promise<{ withdrawn?: 'omit' } | null>;
};

/** Rule 9.44. */
export function useWithdrawnChoice(params: { apoId: string; token: string }, asks: boolean): Choice {
  const { t } = useTranslation();
  const { currentData, error: loadError, refetch } = useGetTillSettingsQuery({ params }, { skip: !asks });
  const [save, { error: saveError }] = useSetTillProfileMutation();
  const first = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ value: WithdrawnAnswer; marker: string } | null>(null);
  const [isMissing, setMissing] = useState(false);
  if (!asks) return { question: null, store: async () => ({}) };
  if (!currentData) {
    const question = loadError ? (
      <LoadFailure
        title={t('exports.till.withdrawn.loadFailed')}
        message={errorMessage(loadError)}
        retryLabel={t('retry')}
        onRetry={retryOf(loadError, () => void refetch())}
      />
    ) : (
      <Skeleton height={140} role="status" aria-label={t('loading')} />
    );
    return { question, store: async () => null };
  }
  const { profile, rows } = currentData;
  const marker = chosen?.marker ?? (profile.marker || DEFAULT_MARKER);
  const store = async () => {
    if (chosen === null) {
      setMissing(true);
      first.current?.focus();
      return null;
    }
    if (chosen.value === 'unknown') return { withdrawn: 'omit' } as const;
    const next = profileWith(profile, chosen.value, chosen.marker, t('exports.till.withdrawn.column'));
    const { data } = await save({ params, body: tillChoiceOf(next) });
    return data ? {} : null;
  };
  const failure = saveError && `${t('exports.till.withdrawn.failed')} ${errorMessage(saveError)}`;
  const question = (
    <WithdrawnChoice
      profile={profile}
      rows={rows}
      value={chosen?.value ?? null}
      marker={marker}
      error={isMissing ? t('exports.till.withdrawn.missing') : failure}
      ref={first}
      onChange={(value, text) => {
        setChosen({ value, marker: text });
        setMissing(false);
      }}
    />
  );
  return { question, store };
}
