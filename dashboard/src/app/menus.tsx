import { Avatar, Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useTimeout } from '@mantine/hooks';
import { ChevronsUpDown } from 'lucide-react';
import { Suspense } from 'react';
import { lazyLayer } from '../components/lazy-part.tsx';
import { shownName } from '../lib/shown-name.ts';
import { shared as texts } from '../texts/shared.ts';
import { useMe, useShownApp } from '../api/session.ts';
import { useMenuButton } from './use-menu-button.ts';

const load = () => import('./menu-lists.tsx');
const AppMenuList = lazyLayer(async () => (await load()).AppMenuList);
const AccountMenuList = lazyLayer(async () => (await load()).AccountMenuList);
const NewApp = lazyLayer(async () => (await import('../features/account/new-app.tsx')).NewApp);

/** Menus are loaded after the page, which shows only their buttons. */
const LOAD_AFTER_MS = 1500;

/** Shows the current app and switches to another. */
export function AppMenu() {
  const app = useShownApp();
  const menu = useMenuButton('app-menu');
  const [creating, { open, close }] = useDisclosure(false);
  if (app === undefined) return null;
  return (
    <>
      <Button
        {...menu.button}
        variant="default"
        size="xs"
        rightSection={<ChevronsUpDown size={14} aria-hidden />}
        aria-label={`${texts.nav.switchApp}: ${app}`}
        maw={{ base: 150, sm: 240 }}
      >
        {app}
      </Button>
      <Suspense>{menu.list && <AppMenuList {...menu.list} app={app} onNew={open} />}</Suspense>
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
  const menu = useMenuButton('account-menu');
  useTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS, { autoInvoke: true });
  const name = shownName(member);
  return (
    <>
      <UnstyledButton {...menu.button} className="account">
        <VisuallyHidden>{`${texts.nav.account}: ${name}`}</VisuallyHidden>
        <Avatar name={name} color="link" radius="xl" size={34} alt="" aria-hidden />
      </UnstyledButton>
      <Suspense>{menu.list && <AccountMenuList {...menu.list} />}</Suspense>
    </>
  );
}
