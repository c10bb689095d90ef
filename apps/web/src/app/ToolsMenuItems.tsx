import { Menu } from '@mantine/core';
import type { UserData } from '@portal/contracts';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AnchoredMenu } from '../ui/late-menu/AnchoredMenu.tsx';
import type { OpenedMenu } from '../ui/late-menu/LateMenu.tsx';

/** The tools of the customer centre; each entry leaves the portal (rule 2.2). */
export default function ToolsMenuItems({ menu, user }: { menu: OpenedMenu; user: UserData }) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu menu={menu} width={260}>
      <Menu.Item component="a" href={user.kundencenterUrl} leftSection={<IconBuildingStore size={20} aria-hidden />}>
        {t('shell.customerCentre')}
      </Menu.Item>
      {user.profile.tools.map((tool) => (
        <Menu.Item
          key={tool.id}
          component="a"
          href={tool.url}
          leftSection={<img src={`${user.kundencenterUrl}/api/public/icon/${tool.id}`} width={20} height={20} alt="" />}
        >
          {tool.name}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
