import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { UpdateRef } from './price-updates-api.ts';

/** The ways out of a package's page: back, where the editor asks about unsaved edits, or to the pharmacy when all is done. */
export function useExit({ pharmacyId, token }: UpdateRef, discard: () => void) {
  const navigate = useNavigate();
  const location = useLocation();
  const [done, setDone] = useState(false);
  const home = `/p/${pharmacyId}/${token}`;
  useEffect(() => {
    // After the editor's guard has let go, since nothing is entered any more.
    if (done) void navigate(home);
  }, [done, home, navigate]);
  return {
    toPharmacy: () => {
      discard();
      setDone(true);
    },
    /** One page back; opened by its address, the page has none before it. */
    back: () => void (location.key === 'default' ? navigate(home) : navigate(-1)),
  };
}
