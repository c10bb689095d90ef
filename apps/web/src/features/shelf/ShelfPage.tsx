import { Alert, Button, Skeleton, TextInput } from '@mantine/core';
import type { Shelf } from '@portal/contracts';
import { IconBarcode, IconBulb, IconCamera, IconCameraOff, IconCameraRotate, IconPrinter } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatCents, isOpenLabel, readShelfCode, type ShelfCode } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { selectReachable } from '../../api/connection-slice.ts';
import { useScanKeys } from '../../editing/scan/use-scan-keys.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { nameWithPack } from '../../lib/name-with-pack.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { ArticleCard } from './ArticleCard.tsx';
import { type CameraState, useCamera } from './camera/use-camera.ts';
import classes from './shelf.module.css';
import { articlesOf, type ShelfArticle } from './shelf-articles.ts';
import { useGetShelfQuery } from './shelf-api.ts';
import { useAge } from './use-age.ts';
import { useRound } from './use-round.ts';

type Slots = {
  /** The dialog that prints and marks labels. */
  labels: (articles: readonly ShelfArticle[], close: { onMarked: () => void; onClose: () => void }) => ReactNode;
};

/** Rules 21.1 to 21.7. */
export default function ShelfPage({ labels }: Slots) {
  const { t } = useTranslation(['shelf', 'common']);
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const params = { apoId: pharmacyId, token };
  const { data, error, refetch, isFetching, fulfilledTimeStamp } = useGetShelfQuery(
    { params },
    { refetchOnReconnect: true },
  );
  const age = useAge(fulfilledTimeStamp, () => void refetch());
  usePageTitle(t('title'));
  if (!data) {
    return (
      <section className={classes.page}>
        <h1 className={classes.heading}>{t('title')}</h1>
        {error ? (
          <LoadFailure
            title={t('failed')}
            message={errorMessage(error)}
            retryLabel={t('retry')}
            onRetry={retryOf(error, () => void refetch())}
          />
        ) : (
          <Skeleton height={240} role="status" aria-label={t('loading')} />
        )}
      </section>
    );
  }
  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <p className={classes.info}>{t('info')}</p>
      <AsOf at={data.at} age={age} failed={error !== undefined} busy={isFetching} onRefresh={() => void refetch()} />
      <Round pharmacyId={pharmacyId} shelf={data} listPath={`/p/${pharmacyId}/${token}/pricelist`} labels={labels} />
    </section>
  );
}

type AsOfProps = { at: string; age: number; failed: boolean; busy: boolean; onRefresh: () => void };

/** Rule 21.7. */
function AsOf({ at, age, failed, busy, onRefresh }: AsOfProps) {
  const { t } = useTranslation('shelf');
  const isReachable = useSelector(selectReachable) && navigator.onLine;
  const time = formatInstant(at, 'dd.MM.yyyy HH:mm');
  return (
    <>
      <div className={classes.asOf}>
        <span>
          {t('asOf', { at: time })}
          {age > 0 && ` (${t('age', { count: age })})`}
        </span>
        <Button variant="subtle" size="compact-sm" loading={busy} onClick={onRefresh}>
          {t('refresh')}
        </Button>
      </div>
      {failed && (
        <Alert color="orange" role="status" className={classes.notice}>
          {t(isReachable ? 'notRefreshed' : 'offline', { at: time })}
        </Alert>
      )}
    </>
  );
}

type RoundProps = { pharmacyId: string; shelf: Shelf; listPath: string };

function Round({ pharmacyId, shelf, listPath, labels }: RoundProps & Slots) {
  const { t } = useTranslation('shelf');
  const find = useMemo(() => articlesOf(shelf), [shelf]);
  const round = useRound(pharmacyId, (pzn) => find(pzn) !== undefined);
  const { shown, checked, collected } = round;
  const wide = useMatches('(min-width: 75em)');
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, round.read);
  /** Printed as they were when the dialog opened. */
  const [printing, setPrinting] = useState<readonly ShelfArticle[] | null>(null);
  useScanKeys((_, text) => round.read(text), round.read);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const found = (pzns: readonly string[]) => pzns.flatMap((pzn) => find(pzn) ?? []);
  const article = shown?.kind === 'pzn' ? find(shown.pzn) : undefined;
  const open = found(checked).filter(({ labelState }) => isOpenLabel(labelState)).length;
  return (
    <>
      <CodeField onRead={round.read} camera={camera} shown={shown} />
      {camera.isOn && (
        <>
          <video ref={video} className={classes.video} aria-label={t('camera.video')} muted playsInline />
          <CameraTools camera={camera} />
        </>
      )}
      {(camera.state !== 'running' || !shown) && <CameraNote state={camera.state} />}
      <div ref={frame} aria-live="polite" className={classes.shown}>
        {article ? (
          <ArticleCard
            article={article}
            listPath={listPath}
            collected={collected.includes(article.pzn)}
            onCollect={(isOn) => round.collect(article.pzn, isOn)}
          />
        ) : (
          shown && <Unknown shown={shown} />
        )}
      </div>
      {checked.length > 0 && (
        <div className={classes.round} role="group" aria-label={t('round.label')}>
          <p className={classes.counts} role="status">
            {[
              t('round.checked', { count: checked.length, formatted: formatCount(checked.length) }),
              ...(shelf.labelled ? [t('round.open', { count: open, formatted: formatCount(open) })] : []),
            ].join(', ')}
          </p>
          {collected.length > 0 && (
            <Button leftSection={<IconPrinter aria-hidden size={16} />} onClick={() => setPrinting(found(collected))}>
              {t('round.print', { count: collected.length })}
            </Button>
          )}
          {wide && (
            <ol className={classes.read}>
              {found(checked)
                .reverse()
                .map(({ pzn, name, content, effectivePrice, labelState }) => (
                  <li key={pzn}>
                    <button
                      type="button"
                      data-open={isOpenLabel(labelState) || undefined}
                      onClick={() => round.read(pzn)}
                    >
                      {nameWithPack(name, content)}
                      <span>{effectivePrice === null ? t('article.noPrice') : `${formatCents(effectivePrice)} €`}</span>
                    </button>
                  </li>
                ))}
            </ol>
          )}
        </div>
      )}
      {printing &&
        labels(printing, {
          onMarked: () => round.printed(printing.map(({ pzn }) => pzn)),
          onClose: () => setPrinting(null),
        })}
    </>
  );
}

type FieldProps = {
  shown: ShelfCode | undefined;
  onRead: (text: string) => void;
  camera: Pick<ReturnType<typeof useCamera>, 'isOn' | 'start' | 'stop'>;
};

/** A scanner ends with Enter or Tab; what is scanned next takes the former code's place. */
function CodeField({ onRead, camera, shown }: FieldProps) {
  const { t } = useTranslation('shelf');
  const field = useRef<HTMLInputElement>(null);
  const isTouch = useMatches('(pointer: coarse)');
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  // What was read elsewhere is not what the field says.
  useEffect(() => {
    const input = field.current;
    if (shown && input && document.activeElement !== input) input.value = '';
  }, [shown]);
  const read = () => {
    const { value = '' } = field.current ?? {};
    if (value.trim() === '') return;
    onRead(value);
    field.current?.select();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    read();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    // Already shown: Tab goes on.
    if (event.key !== 'Tab' || event.shiftKey || (selectionStart === 0 && selectionEnd === value.length)) return;
    if (readShelfCode(value).kind !== 'invalid') event.preventDefault();
    read();
  };
  return (
    <form className={classes.field} onSubmit={onSubmit}>
      <TextInput
        ref={field}
        className={classes.code ?? ''}
        label={t('code')}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconBarcode size={18} aria-hidden />}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" variant="default">
        {t('show')}
      </Button>
      <Button
        variant={isTouch && !camera.isOn ? 'filled' : 'default'}
        leftSection={camera.isOn ? <IconCameraOff size={18} aria-hidden /> : <IconCamera size={18} aria-hidden />}
        onClick={camera.isOn ? camera.stop : camera.start}
      >
        {t(camera.isOn ? 'camera.stop' : 'camera.start')}
      </Button>
    </form>
  );
}

/** What the device has: another camera, a light. */
function CameraTools({
  camera: { hasOther, light, takeOther, switchLight },
}: {
  camera: ReturnType<typeof useCamera>;
}) {
  const { t } = useTranslation('shelf');
  if (!hasOther && light === 'none') return null;
  return (
    <div className={classes.cameraTools}>
      {hasOther && (
        <Button variant="default" leftSection={<IconCameraRotate size={18} aria-hidden />} onClick={takeOther}>
          {t('camera.other')}
        </Button>
      )}
      {light !== 'none' && (
        <Button variant="default" leftSection={<IconBulb size={18} aria-hidden />} onClick={switchLight}>
          {t(light === 'on' ? 'camera.lightOff' : 'camera.lightOn')}
        </Button>
      )}
      {light === 'failed' && (
        <p className={classes.note} role="status">
          {t('camera.noLight')}
        </p>
      )}
    </div>
  );
}

function CameraNote({ state }: { state: CameraState }) {
  const { t } = useTranslation('shelf');
  if (state === 'off') return null;
  return (
    <p className={classes.note} role="status">
      {t(`camera.${state}`)}
    </p>
  );
}

function Unknown({ shown }: { shown: ShelfCode }) {
  const { t } = useTranslation('shelf');
  return (
    <p className={classes.unknown}>
      {shown.kind === 'pzn'
        ? t('unknown.notListed', { pzn: shown.pzn })
        : shown.text === ''
          ? t('unknown.empty')
          : t(`unknown.${shown.kind}`, { text: shown.text })}
    </p>
  );
}
