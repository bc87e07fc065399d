import '@mantine/notifications/styles.css';
import { notifications, Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** As many as one reads: of a save and of what it led to. */
const MOST = 2;
const WIDTH = 340;

/** Toasts, in a corner without controls. */
export function Toasts() {
  const { notifications: shown } = useNotifications();
  const oldest = shown.length > MOST ? shown[0]?.id : undefined;
  useEffect(() => {
    // Otherwise newer toasts wait and are shown too late.
    if (oldest !== undefined) notifications.hide(oldest);
  }, [oldest]);
  return <Notifications position="bottom-left" containerWidth={WIDTH} />;
}
