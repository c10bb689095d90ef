import { Menu, useMantineColorScheme } from '@mantine/core';
import type { UserData } from '@portal/contracts';
import { IconBuildingStore, IconExternalLink, IconLogout, IconSwitchHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import { pharmacyLeft } from '../auth/pharmacy-context-slice.ts';
import { AnchoredMenu } from '../ui/late-menu/AnchoredMenu.tsx';
import type { OpenedMenu } from '../ui/late-menu/LateMenu.tsx';
import { SIGN_OUT, SIGN_OUT_PATH } from './sign-out.ts';
import type { PortalDispatch } from './store.ts';
import { useOutsideLinks } from './use-outside-links.ts';

const ICON = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

type Props = { menu: OpenedMenu; user: UserData | null };

/** Profile, imprint, data protection, the user's pharmacies, sign-out (rule 2.4). */
export default function UserMenuItems({ menu, user }: Props) {
  const { t } = useTranslation();
  const dispatch = useDispatch<PortalDispatch>();
  const navigate = useNavigate();
  const links = useOutsideLinks();
  const changePharmacy = () => {
    dispatch(pharmacyLeft());
    void navigate('/admin');
  };
  return (
    <AnchoredMenu menu={menu} width={280}>
      {user && (
        <Menu.Item component="a" href={user.profile.profileUrl} rightSection={<IconExternalLink {...ICON} />}>
          {t('user.profile')}
        </Menu.Item>
      )}
      {links && (
        <>
          <Menu.Item component="a" href={links.help} rightSection={<IconExternalLink {...ICON} />}>
            {t('user.help')}
          </Menu.Item>
          <Menu.Item component="a" href={links.imprint} rightSection={<IconExternalLink {...ICON} />}>
            {t('shell.imprint')}
          </Menu.Item>
          <Menu.Item component="a" href={links.privacy} rightSection={<IconExternalLink {...ICON} />}>
            {t('user.privacy')}
          </Menu.Item>
        </>
      )}
      {user && (
        <>
          <Menu.Divider />
          {user.pharmacies.length > 0 && <Menu.Label>{t('user.pharmacies')}</Menu.Label>}
          {user.pharmacies.map((pharmacy) => (
            <Menu.Item
              key={pharmacy.apoId}
              component={Link}
              to={`/p/${pharmacy.crmCompanyId}/${pharmacy.token}`}
              leftSection={<IconBuildingStore {...ICON} />}
            >
              {pharmacy.name}, {pharmacy.city}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconSwitchHorizontal {...ICON} />} onClick={changePharmacy}>
            {t('user.changePharmacy')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <ColorSchemeChoice />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLogout {...ICON} />}
        onClick={() => void navigate(SIGN_OUT_PATH, { state: SIGN_OUT })}
      >
        {t('user.logout')}
      </Menu.Item>
    </AnchoredMenu>
  );
}

function ColorSchemeChoice() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
      <Menu.Label>{t('user.appearance')}</Menu.Label>
      {(['auto', 'light', 'dark'] as const).map((value) => (
        <Menu.RadioItem key={value} value={value}>
          {t(`user.scheme.${value}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
