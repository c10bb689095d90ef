import type { GroupFlags, Settings } from '@portal/contracts';
import { type CalledSetting, declarationOf } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { Disclosure } from './Disclosure.tsx';
import type { SettingValues } from './setting-form.ts';
import { SettingForm, type UseExtras } from './SettingForm.tsx';
import classes from './settings.module.css';
import { useFixedPrices } from './use-fixed-prices.tsx';
import { useLimitEffect } from './use-limit-effect.tsx';

const EXTRAS: { readonly [Name in CalledSetting]?: UseExtras } = {
  guardrails: useLimitEffect,
  priceReview: useFixedPrices,
};

/** One card of a pharmacy, or one a group with its form behind a button. */
export function SettingSection({ name, settings }: { name: CalledSetting; settings: Settings }) {
  const { t } = useTranslation('settings');
  const { pharmacy, parentPharmacy, flags } = settings;
  const title = t(`${name}.title`);
  const form = { name, pharmacy, readOnly: parentPharmacy !== null, useExtras: EXTRAS[name] };
  const stored = (settings as { readonly [Name in CalledSetting]?: SettingValues | null })[name];
  return (
    <Section title={title} note={t(`${name}.note`)}>
      <ul className={classes.flags}>
        {declarationOf(name).scope === 'group'
          ? flags.map((group) => <GroupCard key={group.productGroup} {...form} title={title} group={group} />)
          : stored && (
              <li className={classes.flag}>
                <strong className={classes.name}>{t(`${name as 'priceReview'}.name`)}</strong>
                <div className={classes.choice}>
                  <SettingForm {...form} label={title} stored={stored} />
                </div>
              </li>
            )}
      </ul>
    </Section>
  );
}

type Props = Omit<Parameters<typeof SettingForm>[0], 'label' | 'stored'> & { title: string; group: GroupFlags };

function GroupCard({ title, group, ...form }: Props) {
  const { t } = useTranslation(['settings', 'common']);
  const { productGroup, count } = group;
  const stored = group[form.name as 'guardrails'] as SettingValues;
  const set = Object.values(stored).filter((value) => value !== null && typeof value !== 'boolean').length;
  const name = t(`common:productGroup.${productGroup}`);
  const label = t('set', { title, count: set });
  return (
    <li className={classes.flag} data-faded={count === 0 || undefined}>
      <strong className={classes.name}>{name}</strong>
      <div className={classes.choice}>
        <Disclosure label={label} fullLabel={`${label}: ${name}`}>
          {() => <SettingForm {...form} label={`${title} ${name}`} productGroup={productGroup} stored={stored} />}
        </Disclosure>
      </div>
    </li>
  );
}
