import { notifications } from '@mantine/notifications';
import { call } from '../api/call.ts';
import { reloadPage } from '../components/reload-page.ts';
import { shared as texts } from '../texts/shared.ts';

/** Ends the session and opens the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await call('POST', 'sign-out');
  } catch (error) {
    const message = error instanceof Error ? error.message : texts.brokenTitle;
    notifications.show({ title: texts.nav.signOutFailed, message, color: 'red', role: 'alert' });
    return;
  }
  forgetPage();
  // A new document has no data of this session, and no part of this one requests it again.
  location.assign(new URL('sign-in', document.baseURI));
}

/** Makes sure that "Back" does not show this page: browsers keep the last pages in memory. */
function forgetPage(): void {
  // Not earlier: the user can still choose to stay because of unsaved changes.
  addEventListener('pagehide', () => document.body.replaceChildren());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reloadPage();
  });
}
