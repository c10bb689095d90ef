import type { TillSettings } from '@portal/contracts';
import { tillCompanionName, tillPreview, type TillProfile, unencodable } from '@portal/rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';

type Props = { profile: TillProfile; sample: TillSettings /** the profile cannot write a file */; broken: boolean };

const NOTHING = { lines: [], companion: null };

/** Rule 9.12. */
export function TillPreview({ profile, sample: { rows, nameCharacters }, broken }: Props) {
  const { t } = useTranslation('settings');
  const id = useId();
  const hasNames = profile.columns.some(({ field }) => field === 'name');
  const missing = hasNames ? unencodable(nameCharacters, profile.encoding) : [];
  const { lines, companion } = broken ? NOTHING : tillPreview(profile, rows);
  return (
    <div className={classes.filePreview}>
      <h3 id={id} className={classes.name}>
        {t('till.preview')}
      </h3>
      {broken ? (
        <p className={classes.detail}>{t('till.broken')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
        <div className={classes.file} role="group" aria-labelledby={id} tabIndex={0}>
          {lines.map((line, index) => (
            <code key={index}>{line}</code>
          ))}
        </div>
      )}
      {companion !== null && (
        <p className={classes.detail}>
          {t('till.companion', { file: tillCompanionName(`Preisliste${profile.extension}`) })} <code>{companion}</code>
        </p>
      )}
      {!broken && rows.length === 0 && <p className={classes.detail}>{t('till.empty')}</p>}
      {missing.length > 0 && (
        <p className={classes.detail} role="note">
          {t('till.missing', { encoding: t(`till.encoding.${profile.encoding}`), characters: missing.join(' ') })}
        </p>
      )}
    </div>
  );
}
