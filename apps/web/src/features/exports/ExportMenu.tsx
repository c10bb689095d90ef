import { Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AnchoredMenu } from '../../ui/late-menu/AnchoredMenu.tsx';
import { LateMenu } from '../../ui/late-menu/LateMenu.tsx';

export type ExportItem = {
  readonly text: string;
  readonly tip: string;
  readonly disabled: boolean;
  readonly onChoose: () => void;
};

type Props = {
  /** Asked when the menu is open. */
  items: () => readonly ExportItem[];
  disabled: boolean;
  /** A file is being made. */
  waiting: boolean;
};

/** The files of a list (rule 10.38). */
export function ExportMenu({ items, disabled, waiting }: Props) {
  const { t } = useTranslation();
  return (
    <LateMenu
      variant="default"
      leftSection={<IconDownload aria-hidden size={16} />}
      rightSection={<IconChevronDown aria-hidden size={14} />}
      disabled={disabled}
      loading={waiting}
      items={(menu) => (
        <AnchoredMenu menu={menu}>
          {items().map((item) => (
            <Menu.Item key={item.text} title={item.tip} disabled={item.disabled} onClick={item.onChoose}>
              {item.text}
            </Menu.Item>
          ))}
        </AnchoredMenu>
      )}
    >
      {t('exports.menu')}
    </LateMenu>
  );
}
