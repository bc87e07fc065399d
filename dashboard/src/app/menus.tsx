import { Avatar, Button, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Check, ChevronsUpDown, LogOut, Plus, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { shownName } from '../lib/shown-name.ts';
import * as texts from '../texts/texts.ts';
import { useMe, useShownApp } from '../api/session.ts';
import { THEMES, useTheme } from '../components/theme-control.tsx';
import { signOut } from './sign-out.ts';

const NewApp = lazy(async () => ({
  default: (await import('../features/account/new-app.tsx')).NewApp,
}));

/** Shows the current app and switches to another. */
export function AppMenu() {
  const { apps } = useMe();
  const app = useShownApp();
  const navigate = useNavigate();
  const [creating, { open, close }] = useDisclosure(false);
  if (app === undefined) return null;
  const mayCreate = apps.some(({ role }) => role === 'owner');
  return (
    <>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            rightSection={<ChevronsUpDown size={14} aria-hidden />}
            aria-label={`${texts.nav.switchApp}: ${app}`}
            maw={{ base: 150, sm: 240 }}
          >
            {app}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
              <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={open}>
                {texts.nav.newApp}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {creating && (
        <Suspense>
          <NewApp opened onClose={close} />
        </Suspense>
      )}
    </>
  );
}

export function AccountMenu() {
  const { member } = useMe();
  const name = shownName(member);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className="account">
          <VisuallyHidden>{`${texts.nav.account}: ${name}`}</VisuallyHidden>
          <Avatar name={name} color="link" radius="xl" size={34} alt="" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
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
