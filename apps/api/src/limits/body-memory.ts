import { refuseBusy } from './call-slots.ts';
import { createSemaphore, type ReleaseSlot, type SemaphoreLimits, type SlotHolder } from './semaphore.ts';

const MB = 2 ** 20;
const RETRY_AFTER_SECONDS = 20;

/** Bytes of a body that come from the reserve. */
export const SMALL_BODY = 256 * 1024;
/** Bytes. The reserve keeps large bodies from refusing small ones. */
export const BODY_MEMORY = {
  reserve: { slots: 64 * MB, perPharmacy: 16 * MB, perPerson: 8 * MB, outside: 4 * MB },
  large: { slots: 256 * MB, perPharmacy: 128 * MB, perPerson: 100 * MB, outside: 32 * MB },
} as const;

/** What one body takes. */
export type BodyShare = {
  /** @throws PortalError 429, 503 */
  take(bytes: number): void;
  /** Once, when the call is answered. */
  giveBack(): void;
};

/** Taken as bytes arrive, not as announced. Rule 13.4. */
export function createBodyMemory(limits: { reserve: SemaphoreLimits; large: SemaphoreLimits } = BODY_MEMORY) {
  const reserve = createSemaphore(limits.reserve);
  const large = createSemaphore(limits.large);
  return {
    share(holder: SlotHolder): BodyShare {
      let taken = 0;
      const releases: ReleaseSlot[] = [];
      return {
        take(bytes) {
          const from = taken + bytes <= SMALL_BODY ? reserve : large;
          releases.push(orBusy(() => from.acquire(holder, { units: bytes }) as ReleaseSlot));
          taken += bytes;
        },
        giveBack() {
          for (const release of releases.splice(0)) release();
          taken = 0;
        },
      };
    },
  };
}

function orBusy<T>(acquire: () => T): T {
  try {
    return acquire();
  } catch (error) {
    return refuseBusy(error, RETRY_AFTER_SECONDS);
  }
}
