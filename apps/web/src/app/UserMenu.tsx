import type { UserData } from '@portal/contracts';
import { IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectSession } from '../auth/session-slice.ts';
import { LateMenu } from '../ui/late-menu/LateMenu.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import classes from './UserMenu.module.css';

const UserMenuItems = lazyPart(() => import('./UserMenuItems.tsx'));

/** The menu of who is signed in (rule 2.4). */
export function UserMenu({ user }: { user: UserData | null }) {
  const { t } = useTranslation();
  const { userName } = useSelector(selectSession);
  const name = user ? [user.user.title, user.user.firstname, user.user.lastname].filter(Boolean).join(' ') : userName;
  return (
    <LateMenu
      variant="default"
      aria-label={t('user.menu', { name })}
      loadAhead={UserMenuItems.loadAhead}
      items={(menu) => <UserMenuItems menu={menu} user={user} />}
    >
      <IconUserCircle size={20} stroke={1.6} aria-hidden />
      <span className={classes.name}>{name}</span>
    </LateMenu>
  );
}
