import type { UndeliveredMessage } from '@portal/contracts';
import { compareGerman } from '@portal/list-view';
import { packagePath } from '@portal/rules';

export const MESSAGE_SORT_KEYS = ['status', 'message', 'pharmacy', 'createdAt', 'attempts'] as const;
export type MessageSortKey = (typeof MESSAGE_SORT_KEYS)[number];

const COMPARE: Record<MessageSortKey, (a: UndeliveredMessage, b: UndeliveredMessage) => number> = {
  status: (a, b) => Number(b.status === 'dead') - Number(a.status === 'dead'),
  message: (a, b) => compareGerman(nameOf(a), nameOf(b)),
  pharmacy: (a, b) => compareGerman(a.pharmacy?.name ?? '', b.pharmacy?.name ?? ''),
  createdAt: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  attempts: (a, b) => a.attempts - b.attempts,
};

function nameOf({ kind, task, to }: UndeliveredMessage): string {
  return `${kind} ${task?.kind ?? ''} ${to ?? ''}`;
}

export function sortMessages(
  messages: readonly UndeliveredMessage[],
  { key, reversed }: { key: MessageSortKey; reversed: boolean },
): UndeliveredMessage[] {
  const sign = reversed ? -1 : 1;
  return [...messages].sort((a, b) => sign * COMPARE[key](a, b) || a.id - b.id);
}

export function messagePath({ task, pharmacy }: UndeliveredMessage): string {
  if (!task || !pharmacy) return '/admin/export';
  const { crmCompanyId, token } = pharmacy;
  return `/p/${crmCompanyId}/${token}/${packagePath({ ...task, id: task.importId })}`;
}
