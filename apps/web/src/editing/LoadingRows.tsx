import { Skeleton } from '@mantine/core';
import screen from '../ui/screen/screen.module.css';

/** In place of a list until it has come. */
export function LoadingRows({ label }: { label: string }) {
  return (
    <div className={screen.skeletons} role="status" aria-label={label}>
      <Skeleton height={36} width="60%" />
      {Array.from({ length: 12 }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are all alike
        <Skeleton key={line} height={22} />
      ))}
    </div>
  );
}
