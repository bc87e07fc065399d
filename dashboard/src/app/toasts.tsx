import '@mantine/notifications/styles.css';
import { notifications, Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** As many as one reads: of a save and of what it led to. */
const MOST = 2;
const WIDTH = 340;

/** What is told in passing, in the corner in which there is nothing to press. */
export function Toasts() {
  const { notifications: shown } = useNotifications();
  const oldest = shown.length > MOST ? shown[0]?.id : undefined;
  useEffect(() => {
    // What comes now would have to wait for it otherwise, and tell of something long done.
    if (oldest !== undefined) notifications.hide(oldest);
  }, [oldest]);
  return <Notifications position="bottom-left" containerWidth={WIDTH} />;
}
