import { Outlet } from '@tanstack/react-router';

/** The settings pages need no frame, because the navigation lists them. */
export function SettingsFrame() {
  return <Outlet />;
}
