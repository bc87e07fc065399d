import { call } from '../api/call.ts';

/** Ends the session and opens the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await call('POST', 'sign-out');
  } catch {
    // Still signed in; the banner shows that the service cannot be reached.
    return;
  }
  // A new document has no data of this session, and no part of this one requests it again.
  location.assign(new URL('sign-in', document.baseURI));
}
