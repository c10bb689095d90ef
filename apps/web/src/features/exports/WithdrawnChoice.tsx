import { Radio, TextInput } from '@mantine/core';
import { newTillProfileSchema } from '@portal/contracts';
import {
  TILL_WITHDRAWN,
  tillPreview,
  type TillFileRow,
  type TillProfile,
  withTotals,
  withWithdrawn,
} from '@portal/rules';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './exports.module.css';
import { tillFirmMail } from './till-firm-mail.ts';
import { usePagePharmacy } from './use-page-pharmacy.ts';

type Withdrawn = TillProfile['withdrawn'];
/** `unknown`: this file goes without withdrawn articles, the profile stays unanswered. */
export type WithdrawnAnswer = Withdrawn | 'unknown';
type Props = {
  profile: TillProfile;
  /** The pharmacy's first articles. */
  rows: readonly TillFileRow[];
  value: WithdrawnAnswer | null;
  marker: string;
  error: ReactNode;
  ref: Ref<HTMLInputElement>;
  onChange: (value: WithdrawnAnswer, marker: string) => void;
};

const NOBODY: TillFileRow = {
  pzn: '01234562',
  productGroup: 'OTC',
  price: null,
  avp: null,
  type: null,
  name: '',
  validFrom: null,
};

const ANSWERS = [...TILL_WITHDRAWN, 'unknown'] as const;

/** The profile that writes withdrawn articles so. */
export function profileWith(profile: TillProfile, value: Withdrawn, marker: string, heading: string): TillProfile {
  const next = withWithdrawn(profile, value, heading);
  return value === 'marker' ? { ...next, marker } : next;
}

/** Rule 9.44: chosen once before the first file, each with its line. */
export function WithdrawnChoice({ profile, rows, value, marker, error, ref, onChange }: Props) {
  const { t } = useTranslation();
  const pharmacy = usePagePharmacy()?.name ?? '';
  const row = rows.find(({ price }) => price === null) ?? { ...(rows[0] ?? NOBODY), price: null };
  const heading = t('exports.till.withdrawn.column');
  const exampleOf = (each: Withdrawn) => {
    const plain = { ...withTotals(profileWith(profile, each, marker, heading), undefined), heading: false };
    return newTillProfileSchema.safeParse(plain).success ? tillPreview(plain, [row]).lines[0] : undefined;
  };
  const fault = newTillProfileSchema
    .safeParse(profileWith(profile, 'marker', marker, heading))
    .error?.issues.find(({ path }) => path[0] === 'marker')?.message;
  return (
    <Radio.Group
      label={t('exports.till.withdrawn.label')}
      description={t('exports.till.withdrawn.note')}
      value={value}
      error={error}
      errorProps={{ className: classes.fault }}
      onChange={(chosen) => {
        const next = ANSWERS.find((each) => each === chosen);
        if (next) onChange(next, marker);
      }}
    >
      <div className={classes.choices}>
        {TILL_WITHDRAWN.map((each, index) => {
          const example = exampleOf(each);
          return (
            <div key={each} className={classes.groups}>
              <Radio
                ref={index === 0 ? ref : null}
                value={each}
                label={
                  <>
                    {t(`exports.till.withdrawn.${each}`)}{' '}
                    {example !== undefined && <code className={classes.example}>{example}</code>}
                  </>
                }
                description={each === 'marker' ? undefined : t(`exports.till.withdrawn.${each}Note`)}
              />
              {each === 'marker' && value === 'marker' && (
                <TextInput
                  className={classes.marker ?? ''}
                  label={t('exports.till.withdrawn.markerText')}
                  value={marker}
                  error={fault}
                  errorProps={{ className: classes.fault }}
                  onChange={({ currentTarget }) => onChange('marker', currentTarget.value)}
                />
              )}
            </div>
          );
        })}
        <div className={classes.groups}>
          <Radio
            value="unknown"
            label={t('exports.till.withdrawn.unknown')}
            description={t('exports.till.withdrawn.unknownNote')}
          />
          {value === 'unknown' && (
            <a className={classes.mail} href={tillFirmMail(t, TILL_WITHDRAWN.map(exampleOf), pharmacy)}>
              {t('exports.till.withdrawn.mail')}
            </a>
          )}
        </div>
      </div>
    </Radio.Group>
  );
}
