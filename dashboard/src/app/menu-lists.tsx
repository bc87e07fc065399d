import { Menu } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Check, LogOut, Plus, UserRound } from 'lucide-react';
import { useMe } from '../api/session.ts';
import { ButtonMenu, type OpenedMenu } from '../components/button-menu.tsx';
import { THEMES, useTheme } from '../components/theme-control.tsx';
import { shared as texts } from '../texts/shared.ts';
import { signOut } from './sign-out.ts';

interface AppMenuListProps extends OpenedMenu {
  readonly app: string;
  readonly onNew: () => void;
}

export function AppMenuList({ app, onNew, ...menu }: AppMenuListProps) {
  const { apps } = useMe();
  const navigate = useNavigate();
  const mayCreate = apps.some(({ role }) => role === 'owner');
  return (
    <ButtonMenu {...menu} position="bottom-start" width={240} floatingStrategy="fixed">
      <Menu.Label>{texts.nav.switchApp}</Menu.Label>
      {apps.map(({ name }) => (
        <Menu.Item
          key={name}
          onClick={() => void navigate({ to: '/$app/links', params: { app: name } })}
          rightSection={name === app ? <Check size={14} aria-hidden /> : undefined}
          aria-current={name === app}
        >
          {name}
        </Menu.Item>
      ))}
      {mayCreate && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={onNew}>
            {texts.nav.newApp}
          </Menu.Item>
        </>
      )}
    </ButtonMenu>
  );
}

/** What concerns the person instead of an app. */
export function AccountMenuList(menu: OpenedMenu) {
  const { member } = useMe();
  return (
    <ButtonMenu {...menu} position="bottom-end" width={260} floatingStrategy="fixed">
      <Menu.Label style={{ overflowWrap: 'anywhere' }}>{member.email}</Menu.Label>
      <Menu.Item component={Link} to="/account" leftSection={<UserRound size={16} aria-hidden />}>
        {texts.nav.account}
      </Menu.Item>
      <Menu.Item
        component="a"
        href="../docs"
        target="_blank"
        leftSection={<BookOpen size={16} aria-hidden />}
      >
        {texts.nav.docs}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{texts.nav.theme}</Menu.Label>
      <ThemeItems />
      <Menu.Divider />
      <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
        {texts.nav.signOut}
      </Menu.Item>
    </ButtonMenu>
  );
}

/** A menu contains only menu items. */
function ThemeItems() {
  const [theme, setTheme] = useTheme();
  return (
    <Menu.RadioGroup value={theme} onChange={setTheme}>
      {THEMES.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
