import { Outlet } from '@tanstack/react-router';

/** Settings have no frame of their own: the navigation shows them all. */
export function SettingsFrame() {
  return <Outlet />;
}
