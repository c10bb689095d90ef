import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The subject at the top of the window, or the one that was chosen while all of it is seen. */
export function useSubjectInView(ids: readonly string[]): string | undefined {
  const { hash } = useLocation();
  const [shown, setShown] = useState(ids[0]);
  const all = ids.join(' ');
  useEffect(() => {
    const look = () => setShown(subjectInView(all.split(' '), hash.slice(1)));
    look();
    document.addEventListener('scroll', look, { passive: true });
    return () => document.removeEventListener('scroll', look);
  }, [all, hash]);
  return shown;
}

function subjectInView(ids: readonly string[], chosen: string): string | undefined {
  const edgesOf = (id: string) => document.getElementById(id)?.getBoundingClientRect();
  const named = ids.includes(chosen) ? edgesOf(chosen) : undefined;
  if (named && named.top >= 0 && named.bottom <= innerHeight) return chosen;
  const { scrollHeight } = document.documentElement;
  if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1) return ids.at(-1);
  return ids.findLast((id) => (edgesOf(id)?.top ?? Infinity) < innerHeight / 3) ?? ids[0];
}
