import { Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { usePhone } from '../components/use-phone.ts';
import { shared as texts } from '../texts/shared.ts';
import { CommandPaletteButton } from './command-palette-button.tsx';
import { Logo } from '../components/logo.tsx';
import { AccountMenu, AppMenu } from './menus.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';

/** The frame around all pages after the sign-in. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  const covers = usePhone() && opened;
  const burger = useRef<HTMLButtonElement>(null);
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !covers) return;
    burger.current?.focus();
    close();
  };
  const onClick = ({ target }: MouseEvent): void => {
    // Also a link to the page that is already open.
    if (target instanceof Element && target.closest('a')) close();
  };
  return (
    <>
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          // With the base of the page, "#content" is another address.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {texts.nav.skip}
      </a>
      <header className={classes.header}>
        <Group gap="sm" wrap="nowrap">
          <Burger
            ref={burger}
            opened={opened}
            onKeyDown={onKeyDown}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={texts.nav.menu}
            aria-expanded={opened}
          />
          <Link to="/" aria-label={texts.product} style={{ display: 'flex' }}>
            <Logo size={28} />
          </Link>
          <Text fw={650} visibleFrom="sm" aria-hidden>
            {texts.product}
          </Text>
          <AppMenu />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <CommandPaletteButton />
          <AccountMenu />
        </Group>
      </header>
      <nav
        className={classes.menu}
        aria-label={texts.nav.menu}
        data-closed={!opened || undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <Navigation />
      </nav>
      <main id="content" className={classes.content} tabIndex={-1} inert={covers}>
        <Outlet />
      </main>
    </>
  );
}
