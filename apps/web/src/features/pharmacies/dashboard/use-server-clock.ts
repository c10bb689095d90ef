import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/**
 * To the minute.
 * @param said ISO 8601
 */
export function useServerClock(said: string): Date {
  const [{ from, at }, setNow] = useState({ from: said, at: Date.parse(said) });
  useEffect(() => {
    const started = Date.now();
    const tick = () => setNow({ from: said, at: Date.parse(said) + Date.now() - started });
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, [said]);
  return new Date(from === said ? at : said);
}
