import { Button, Menu } from '@mantine/core';
import type { UserData } from '@portal/contracts';
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The tools of the customer centre; each entry leaves the portal (rule 2.2). */
export function ToolsMenu({ user }: { user: UserData }) {
  const { t } = useTranslation();
  return (
    <Menu width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('shell.tools')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={user.kundencenterUrl} leftSection={<IconBuildingStore size={20} aria-hidden />}>
          {t('shell.customerCentre')}
        </Menu.Item>
        {user.profile.tools.map((tool) => (
          <Menu.Item
            key={tool.id}
            component="a"
            href={tool.url}
            leftSection={
              <img src={`${user.kundencenterUrl}/api/public/icon/${tool.id}`} width={20} height={20} alt="" />
            }
          >
            {tool.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
