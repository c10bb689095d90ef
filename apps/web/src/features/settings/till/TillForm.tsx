import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { tillChoiceOf, type TillSettings } from '@portal/contracts';
import {
  isSameTillProfile,
  TILL_EXTENSIONS,
  TILL_PROFILES,
  TILL_TOTALS,
  tillCompanion,
  tillFileEnd,
  type TillProfile,
  type TillProfileName,
  tillProfileNameOf,
  type TillTotals,
  withSeparator,
  withTotals,
  withWithdrawn,
} from '@portal/rules';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { Disclosure } from '../Disclosure.tsx';
import classes from '../settings.module.css';
import { TillColumns } from './TillColumns.tsx';
import { TillPreview } from './TillPreview.tsx';
import { useSetTillProfileMutation } from '../../../api/till-profile-api.ts';
import { faultsOf, isWritable } from './till-profile.ts';

type Props = { params: { apoId: number; token: string }; stored: TillSettings };

/** Rules 9.8 to 9.12. */
export function TillForm({ params, stored }: Props) {
  const { t } = useTranslation('settings');
  const [save, { isLoading, error }] = useSetTillProfileMutation();
  const [typed, setTyped] = useState({ stored: stored.profile, profile: stored.profile });
  // What somebody else has saved meanwhile takes the place of what was chosen.
  const profile = typed.stored === stored.profile ? typed.profile : stored.profile;
  const set = (next: TillProfile) => setTyped({ stored: stored.profile, profile: next });
  const change = (more: Partial<TillProfile>) => set({ ...profile, ...more });
  const faults = faultsOf(profile);
  const name = tillProfileNameOf(profile);

  const totalsOption = (totals: TillTotals) => {
    const like = { ...profile, totals };
    const example = tillFileEnd(like, stored.rows) + (tillCompanion(like, stored.rows) ?? '');
    return t(`till.totals.${totals.endsWith('Line') ? 'line' : 'file'}`, { example: example.trim() });
  };

  const submit = async () => {
    const { data } = await save({ params, body: tillChoiceOf(profile) });
    const closeButtonProps = { 'aria-label': t('close') };
    if (data) notifications.show({ color: 'teal', message: t('till.saved'), closeButtonProps });
  };

  return (
    <form
      aria-label={t('till.form')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={classes.template}>
        <Choice<TillProfileName | 'own'>
          label={t('till.template.label')}
          value={name}
          options={[
            ['csv', t('till.template.csv')],
            ['fixed', t('till.template.fixed')],
            ...(name === 'own' ? [['own', t('till.template.own')] as const] : []),
          ]}
          onChange={(next) => next !== 'own' && set(TILL_PROFILES[next])}
        />
      </div>
      <TillPreview profile={profile} sample={stored} broken={!isWritable(profile)} />
      <Disclosure label={t('till.experts')} isOpen={faults.size > 0}>
        {() => (
          <>
            <div className={classes.limits}>
              <Choice<NonNullable<TillProfile['separator']> | ''>
                label={t('till.separator.label')}
                value={profile.separator ?? ''}
                options={[
                  [';', t('till.separator.semicolon')],
                  [',', t('till.separator.comma')],
                  ['\t', t('till.separator.tab')],
                  ['|', t('till.separator.bar')],
                  ['', t('till.separator.none')],
                ]}
                error={faults.get('separator')}
                onChange={(separator) => set(withSeparator(profile, separator === '' ? null : separator))}
              />
              <Choice
                label={t('till.decimals.label')}
                value={profile.decimals}
                options={[
                  ['comma', t('till.decimals.comma')],
                  ['point', t('till.decimals.point')],
                  ['cents', t('till.decimals.cents')],
                ]}
                onChange={(decimals) => change({ decimals })}
              />
              <Choice
                label={t('till.pzn.label')}
                value={profile.pzn}
                options={[
                  ['eight', t('till.pzn.eight')],
                  ['short', t('till.pzn.short')],
                ]}
                onChange={(pzn) => change({ pzn })}
              />
              {profile.columns.some(({ field }) => field === 'validFrom') && (
                <Choice
                  label={t('till.dates')}
                  value={profile.dates}
                  options={[
                    ['dd.MM.yyyy', 'TT.MM.JJJJ'],
                    ['yyyy-MM-dd', 'JJJJ-MM-TT'],
                    ['yyyyMMdd', 'JJJJMMTT'],
                  ]}
                  onChange={(dates) => change({ dates })}
                />
              )}
              <Choice
                label={t('till.encoding.label')}
                value={profile.encoding}
                options={[
                  ['utf-8', t('till.encoding.utf-8')],
                  ['utf-8-bom', t('till.encoding.utf-8-bom')],
                  ['windows-1252', t('till.encoding.windows-1252')],
                  ['cp850', t('till.encoding.cp850')],
                ]}
                onChange={(encoding) => change({ encoding })}
              />
              <Choice
                label={t('till.lineEnd.label')}
                value={profile.lineEnd}
                options={[
                  ['crlf', t('till.lineEnd.crlf')],
                  ['lf', t('till.lineEnd.lf')],
                ]}
                onChange={(lineEnd) => change({ lineEnd })}
              />
              <Choice<string>
                label={t('till.extension')}
                value={profile.extension}
                options={[...new Set([...TILL_EXTENSIONS, profile.extension])].map((each) => [each, each] as const)}
                error={faults.get('extension')}
                onChange={(extension) => change({ extension })}
              />
              <Choice
                label={t('till.withdrawn.label')}
                value={profile.withdrawn}
                options={[
                  ['empty', t('till.withdrawn.empty')],
                  ['marker', t('till.withdrawn.marker')],
                  ['omit', t('till.withdrawn.omit')],
                ]}
                onChange={(withdrawn) => set(withWithdrawn(profile, withdrawn, t('till.field.marker')))}
              />
              {profile.withdrawn === 'marker' && (
                <TextInput
                  label={t('till.marker')}
                  value={profile.marker}
                  error={faults.get('marker')}
                  onChange={({ currentTarget }) => change({ marker: currentTarget.value })}
                />
              )}
              <Choice<TillTotals | ''>
                label={t('till.totals.label')}
                value={profile.totals ?? ''}
                options={[
                  ['', t('till.totals.none')],
                  ...TILL_TOTALS.map((each) => [each, totalsOption(each)] as const),
                ]}
                onChange={(totals) => set(withTotals(profile, totals === '' ? undefined : totals))}
              />
            </div>
            <Checkbox
              className={classes.hold ?? ''}
              label={t('till.heading')}
              checked={profile.heading}
              onChange={({ currentTarget }) => change({ heading: currentTarget.checked })}
            />
            <TillColumns profile={profile} faults={faults} onChange={(columns) => change({ columns })} />
          </>
        )}
      </Disclosure>
      <ConfirmButtons justify="flex-start">
        <Button
          type="submit"
          disabled={faults.size > 0 || isSameTillProfile(profile, stored.profile)}
          loading={isLoading}
        >
          {t('till.save')}
        </Button>
      </ConfirmButtons>
      {error && (
        <p className={classes.failure} role="alert">
          {t('till.failed')} {errorMessage(error)}
        </p>
      )}
    </form>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  error?: ReactNode;
  onChange: (value: Value) => void;
};

/** One of a few values, which the types of the profile name. */
function Choice<Value extends string>({ label, value, options, error, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([each]) => each === currentTarget.value);
        if (chosen) onChange(chosen[0]);
      }}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}
