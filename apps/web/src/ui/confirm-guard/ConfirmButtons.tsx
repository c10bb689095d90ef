import { Group, type GroupProps } from '@mantine/core';
import { useConfirmGuard } from './use-confirm-guard.ts';

type Props = GroupProps & {
  /** The guard begins again when this changes: the same buttons confirm something else then. */
  since?: unknown;
};

/** Rule 2.32. */
export function ConfirmButtons({ since, ...props }: Props) {
  return <Group justify="flex-end" {...props} {...useConfirmGuard<HTMLDivElement>({ since })} />;
}
