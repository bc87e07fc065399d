import '@mantine/notifications/styles.css';
import { notifications, Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** Enough for the result of a save and its consequence. */
const MAX_TOASTS = 2;
const WIDTH = 340;

/** Toasts, in a corner that has no controls. */
export function Toasts() {
  const { notifications: shown } = useNotifications();
  const oldest = shown.length > MAX_TOASTS ? shown[0]?.id : undefined;
  useEffect(() => {
    // Otherwise newer toasts wait and are shown too late.
    if (oldest !== undefined) notifications.hide(oldest);
  }, [oldest]);
  return <Notifications position="bottom-left" containerWidth={WIDTH} />;
}
