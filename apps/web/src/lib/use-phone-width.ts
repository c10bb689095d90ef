import { useEffect, useState } from 'react';

/** Pixels: wider windows have low rows. */
const WIDEST_PHONE = 480;

/** Pixels of the window, as far as it is a phone's. */
export function usePhoneWidth(): number {
  const [width, setWidth] = useState(measured);
  useEffect(() => {
    const measure = () => setWidth(measured());
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return width;
}

const measured = () => Math.min(innerWidth, WIDEST_PHONE);
