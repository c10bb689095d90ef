import type { GroupFlags, Settings } from '@portal/contracts';
import { type ApprovalFlag, approvalFlagOf, deadlineText, type FlagKind } from '@portal/rules';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import { FlagDialog } from './FlagDialog.tsx';
import { flagField, type FlagPreview, openOf, previewFlag } from './flag-change.ts';
import classes from './settings.module.css';
import { useSetFlag } from './use-set-flag.ts';

type Props = { kind: FlagKind; settings: Settings; now: () => Date };

/** Rule 12.1. */
export function FlagSection({ kind, settings, now }: Props) {
  const { t } = useTranslation('settings');
  const { pharmacy, mirrorPharmacies, parentPharmacy, flags } = settings;
  const [preview, setPreview] = useState<FlagPreview | null>(null);
  // Kept while the dialog fades out.
  const [opened, setOpened] = useState(false);
  const { save, busy, failure, clearFailure } = useSetFlag(pharmacy);

  const choose = (group: GroupFlags, flag: ApprovalFlag) => {
    clearFailure();
    const next = previewFlag(kind, group, flag, { now: now(), active: pharmacy.active });
    if (next) {
      setPreview(next);
      setOpened(true);
    } else void save({ kind, productGroup: group.productGroup, flag });
  };

  return (
    <Section title={t(`${kind}.title`)} note={t(`${kind}.note`)}>
      <ul className={classes.flags}>
        {flags.map((group) => (
          <FlagCard
            key={group.productGroup}
            kind={kind}
            group={group}
            disabled={parentPharmacy !== null || busy}
            onChoose={(flag) => choose(group, flag)}
          />
        ))}
      </ul>
      {failure && !opened && (
        <p className={classes.failure} role="alert">
          {t('saveFailed')} {failure}
        </p>
      )}
      {preview && (
        <FlagDialog
          preview={preview}
          mirrors={mirrorPharmacies.length}
          opened={opened}
          busy={busy}
          failure={failure}
          onConfirm={async () => {
            if (await save(preview)) setOpened(false);
          }}
          onClose={() => {
            clearFailure();
            setOpened(false);
          }}
        />
      )}
    </Section>
  );
}

type CardProps = {
  kind: FlagKind;
  group: GroupFlags;
  disabled: boolean;
  onChoose: (flag: ApprovalFlag) => void;
};

function FlagCard({ kind, group, disabled, onChoose }: CardProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { productGroup, count } = group;
  const name = t(`common:productGroup.${productGroup}`);
  return (
    <li className={classes.flag} data-faded={count === 0 || undefined}>
      <div className={classes.group}>
        <strong className={classes.name}>{name}</strong>
        <span className={classes.detail}>
          {count === 0 ? t('noArticles') : t('articles', { count, formatted: formatCount(count) })}
        </span>
      </div>
      <div className={classes.choice}>
        <ChoiceSelect
          field={flagField(kind)}
          label={t(`${kind}.label`, { group: name })}
          value={approvalFlagOf(kind, group)}
          disabled={disabled}
          onChoose={(flag) => onChoose(flag as ApprovalFlag)}
        />
        <OpenPackage kind={kind} group={group} name={name} />
      </div>
    </li>
  );
}

/** What becomes of the open package under the setting as it is. */
function OpenPackage({ kind, group, name }: { kind: FlagKind; group: GroupFlags; name: string }) {
  const { t } = useTranslation('settings');
  const open = openOf(kind, group);
  if (!open) return null;
  const { deadline } = open;
  const when = deadline ? deadlineText(kind, new Date(deadline.at)) : '';
  return (
    <span className={classes.open}>
      <IconClock size={15} aria-hidden />
      {t(`open.${deadline?.action ?? 'stay'}`, { package: t(`${kind}.package`, { group: name, id: open.id }), when })}
    </span>
  );
}
