import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './keys.module.css';
import type { KeysHelp } from './use-keys-help.ts';

/** Alternatives apart by '|', keys pressed together by '+'. */
const KEYS = {
  rows: [
    ['move', '↑|↓|←|→'],
    ['far', 'Pos1|Ende|Bild ↑|Bild ↓'],
    ['search', 'Strg+F'],
    ['mark', 'Leertaste'],
    ['card', 'Alt+Enter'],
    ['menu', 'Alt+↓'],
    ['sortToo', 'Umschalt+Klick'],
  ],
  review: [
    ['next', 'F8'],
    ['previous', 'Umschalt+F8'],
    ['reviewed', 'Strg+Enter'],
  ],
  edit: [
    ['price', 'Enter|F2'],
    ['down', 'Enter|Umschalt+Enter'],
    ['across', 'Tab|Umschalt+Tab'],
    ['days', 'F4'],
    ['restore', 'Esc'],
    ['undo', 'Strg+Z'],
    ['redo', 'Strg+Y'],
  ],
  many: [
    ['range', 'Umschalt+↑|Umschalt+↓'],
    ['all', 'Strg+A'],
    ['copy', 'Strg+C'],
    ['paste', 'Strg+V'],
    ['fill', 'Strg+D'],
  ],
} as const;

const GROUPS = ['rows', 'review', 'edit', 'many'] as const;

/** All keys of a list (rule 14.43). */
export default function KeysDialog({ help: { opened, close } }: { help: KeysHelp }) {
  const { t } = useTranslation('editing');
  return (
    <Dialog opened={opened} onClose={close} size="xl" title={t('keys.title')}>
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <section key={group} aria-label={t(`keys.${group}`)}>
            <h3 className={classes.heading}>{t(`keys.${group}`)}</h3>
            <dl className={classes.keys}>
              {KEYS[group].map(([name, keys]) => (
                <div key={name} className={classes.line}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{t(`keys.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: string }) {
  return keys.split('|').map((each) => (
    <span key={each} className={classes.alternative}>
      {each.split('+').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  ));
}
