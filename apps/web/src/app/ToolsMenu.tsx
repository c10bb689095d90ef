import type { UserData } from '@portal/contracts';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LateMenu } from '../ui/late-menu/LateMenu.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const ToolsMenuItems = lazyPart(() => import('./ToolsMenuItems.tsx'));

/** The menu of the customer centre's tools (rule 2.2). */
export function ToolsMenu({ user }: { user: UserData }) {
  const { t } = useTranslation();
  return (
    <LateMenu
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      rightSection={<IconChevronDown size={16} aria-hidden />}
      loadAhead={ToolsMenuItems.loadAhead}
      items={(menu) => <ToolsMenuItems menu={menu} user={user} />}
    >
      {t('shell.tools')}
    </LateMenu>
  );
}
