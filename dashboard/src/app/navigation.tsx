import { NavLink } from '@mantine/core';
import { Link, useMatchRoute } from '@tanstack/react-router';
import {
  Braces,
  ChartNoAxesColumn,
  Globe,
  KeyRound,
  LayoutTemplate,
  Link2,
  MonitorSmartphone,
  Palette,
  ScrollText,
  Settings,
  Stethoscope,
  Users,
  Webhook,
} from 'lucide-react';
import { settings as settingsTexts } from '../texts/settings.ts';
import { shared as texts } from '../texts/shared.ts';
import { useShownApp } from '../api/session.ts';
import classes from './navigation.module.css';

/** The pages of the settings, in their order. */
export const SETTINGS = [
  { to: '/$app/settings/platforms', icon: MonitorSmartphone, name: 'platforms' },
  { to: '/$app/settings/hosts', icon: Globe, name: 'hosts' },
  { to: '/$app/settings/look', icon: Palette, name: 'look' },
  { to: '/$app/settings/metadata', icon: Braces, name: 'metadata' },
  { to: '/$app/settings/tokens', icon: KeyRound, name: 'tokens' },
  { to: '/$app/settings/webhooks', icon: Webhook, name: 'webhooks' },
  { to: '/$app/settings/members', icon: Users, name: 'members' },
  { to: '/$app/settings/audit', icon: ScrollText, name: 'audit' },
  { to: '/$app/settings/doctor', icon: Stethoscope, name: 'doctor' },
] as const;

export function Navigation() {
  const app = useShownApp();
  if (app === undefined) return null;
  return (
    <>
      <Item
        to="/$app/links"
        app={app}
        label={texts.nav.links}
        icon={Link2}
        also="/$app/import-links"
      />
      <Item to="/$app/clicks" app={app} label={texts.nav.clicks} icon={ChartNoAxesColumn} />
      <Item
        to="/$app/templates"
        app={app}
        label={texts.nav.templates}
        icon={LayoutTemplate}
        also="/$app/new-template"
      />
      <NavLink
        component="button"
        label={texts.nav.settings}
        leftSection={<Settings size={18} aria-hidden />}
        defaultOpened
        childrenOffset={14}
      >
        {SETTINGS.map(({ to, icon, name }) => (
          <Item key={name} to={to} app={app} label={settingsTexts.pages[name]} icon={icon} />
        ))}
      </NavLink>
    </>
  );
}

interface ItemProps {
  readonly to: (typeof SETTINGS)[number]['to'] | '/$app/links' | '/$app/clicks' | '/$app/templates';
  readonly app: string;
  readonly label: string;
  readonly icon: typeof Link2;
  /** A page that belongs to it, although its address does not say so. */
  readonly also?: '/$app/import-links' | '/$app/new-template';
}

function Item({ to, app, label, icon: Icon, also }: ItemProps) {
  const matches = useMatchRoute();
  const contains = also !== undefined && matches({ to: also }) !== false;
  return (
    <Link
      to={to}
      params={{ app }}
      className={classes.item}
      {...(contains ? { 'aria-current': 'page' } : {})}
    >
      <Icon size={18} aria-hidden />
      <span className={classes.label}>{label}</span>
    </Link>
  );
}
