import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLate } from '../../ui/use-late.ts';
import { onQuickJump } from './open-quick-jump.ts';

const QuickJumpDialog = lazyPart(() => import('./QuickJumpDialog.tsx'));

/** Ctrl+K, except while a dialog is open (rule 2.43). */
export function QuickJump() {
  const { mounted, opened, open, close } = useLate(QuickJumpDialog);
  // A new key: a fresh field while the former fades out.
  const [visit, setVisit] = useState(0);
  const [query, setQuery] = useState('');
  /** Before the dialog is there, what is typed belongs to it already. */
  const isAsked = useRef(false);
  useEffect(() => {
    const start = (typed = '') => {
      const isOn = isAsked.current;
      isAsked.current = true;
      setQuery((before) => (isOn ? before + typed : typed));
      if (isOn) return;
      setVisit(visit + 1);
      open();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || shiftKey || altKey || defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) start();
    };
    document.addEventListener('keydown', onKeyDown);
    const forget = onQuickJump(start);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      forget();
    };
  });
  return (
    <Suspense>
      {mounted && (
        <QuickJumpDialog
          key={visit}
          opened={opened}
          query={query}
          onQuery={setQuery}
          onClose={() => {
            isAsked.current = false;
            close();
          }}
        />
      )}
    </Suspense>
  );
}
