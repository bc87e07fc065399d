import { useTimeout } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { cancelSignIn, useWaitingSignIn } from '../api/signed-in-member.ts';
import { lazyLayer } from '../components/lazy-part.tsx';

const load = () => import('../features/sign-in/sign-in-dialog.tsx');
const SignInDialog = lazyLayer(async () => (await load()).SignInDialog);

/** Loaded before it is needed: after an update of the service, this version of the file may no longer exist. */
const LOAD_AFTER_MS = 3000;

/** Asks the user to sign in again, over any page, menu or dialog. */
export function SignInAgain() {
  const waiting = useWaitingSignIn();
  const [shown, setShown] = useState(waiting);
  if (waiting !== undefined && waiting !== shown) setShown(waiting);
  useTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS, { autoInvoke: true });
  return (
    <Suspense>
      {shown && <SignInDialog {...shown} opened={waiting !== undefined} onClose={cancelSignIn} />}
    </Suspense>
  );
}
