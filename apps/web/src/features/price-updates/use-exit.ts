import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isFirstPage } from '../../lib/use-address.ts';
import type { UpdateRef } from './price-updates-api.ts';

export function useExit({ pharmacyId, token }: UpdateRef, discard: () => void) {
  const navigate = useNavigate();
  const [gone, setGone] = useState(false);
  const home = `/p/${pharmacyId}/${token}`;
  useEffect(() => {
    // After the editor's guard has let go, since nothing is entered any more.
    if (gone) void navigate(home);
  }, [gone, home, navigate]);
  return {
    /** After a save or an approval, which leave nothing to ask about. */
    toPharmacy: () => void navigate(home),
    /** The package is not there any more, nor is anything entered in it. */
    discard: () => {
      discard();
      setGone(true);
    },
    back: useBack(home),
  };
}

/** One page back; opened by its address, the page has none before it. */
export function useBack(home: string) {
  const navigate = useNavigate();
  const location = useLocation();
  return () => void (isFirstPage(location) ? navigate(home) : navigate(-1));
}
