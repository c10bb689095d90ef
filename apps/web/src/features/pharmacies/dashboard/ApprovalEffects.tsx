import type { ApprovalEffect } from '@portal/contracts';
import { formatDifference, packagePath } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeLacks } from '../../../editing/review/describe-lacks.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import classes from './ApprovalEffects.module.css';

const WIDTH = 100;
const HEIGHT = 12;

/** Newest first (rule 14.36). */
export function ApprovalEffects({ effects }: { effects: readonly ApprovalEffect[] }) {
  const { t } = useTranslation();
  if (effects.length === 0) return null;
  const most = Math.max(...effects.map(({ effect }) => Math.abs(effect.cents)), 1);
  return (
    <Section title={t('effects.title')} note={t('effects.note')}>
      <ol className={classes.list}>
        {effects.toReversed().map((approval) => (
          <li key={approval.id} className={classes.row}>
            <Link className={classes.name} to={packagePath(approval)}>
              {t('tasks.entry', {
                kind: t(`kind.${approval.kind}`),
                group: t(`productGroup.${approval.productGroup}`),
              })}
              <span className={classes.date}> {formatInstant(approval.approvedAt)}</span>
            </Link>
            <Bar share={approval.effect.cents / most} />
            <Worth effect={approval.effect} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Bar({ share }: { share: number }) {
  const middle = WIDTH / 2;
  const length = Math.abs(share) * middle;
  return (
    <svg className={classes.bar} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <rect
        className={share < 0 ? classes.loss : classes.gain}
        x={share < 0 ? middle - length : middle}
        y={1}
        width={length}
        height={HEIGHT - 2}
      />
      <line className={classes.axis} x1={middle} x2={middle} y1={0} y2={HEIGHT} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Worth({ effect: { cents, rows, missing, lacks } }: Pick<ApprovalEffect, 'effect'>) {
  const { t } = useTranslation();
  if (rows === 0) {
    const text = missing > 0 ? t('effects.unknown', { lacks: describeLacks(t, lacks) }) : t('effects.none');
    return <span className={classes.worth}>{text}</span>;
  }
  const rests = t('effects.rests', { rows: formatCount(rows), changed: formatCount(rows + missing) });
  return (
    <span className={classes.worth}>
      <b>{formatDifference(cents)}</b> {missing > 0 && <span className={classes.rests}>{rests}</span>}
    </span>
  );
}
