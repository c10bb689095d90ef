import type { GroupFlags, Pharmacy, Settings } from '@portal/contracts';
import { GUARDRAILS } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { Disclosure } from './Disclosure.tsx';
import { GuardrailForm } from './GuardrailForm.tsx';
import classes from './settings.module.css';

/** The limits of each group's prices, behind a button a group (rule 12.6). */
export function GuardrailSection({ settings: { flags, pharmacy, parentPharmacy } }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('guardrails.title')} note={t('guardrails.note')}>
      <ul className={classes.flags}>
        {flags.map((group) => (
          <GuardrailCard
            key={group.productGroup}
            group={group}
            pharmacy={pharmacy}
            readOnly={parentPharmacy !== null}
          />
        ))}
      </ul>
    </Section>
  );
}

type Props = { group: GroupFlags; pharmacy: Pharmacy; readOnly: boolean };

function GuardrailCard({ group, ...form }: Props) {
  const { t } = useTranslation(['settings', 'common']);
  const { productGroup, count, guardrails } = group;
  const set = GUARDRAILS.filter((name) => guardrails[name] !== null).length;
  const name = t(`common:productGroup.${productGroup}`);
  return (
    <li className={classes.flag} data-faded={count === 0 || undefined}>
      <strong className={classes.name}>{name}</strong>
      <div className={classes.choice}>
        <Disclosure
          label={t('guardrails.open', { count: set })}
          fullLabel={t('guardrails.openGroup', { group: name, count: set })}
        >
          {() => <GuardrailForm {...form} productGroup={productGroup} stored={guardrails} name={name} />}
        </Disclosure>
      </div>
    </li>
  );
}
