import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { isProblem } from '../../api/problem.ts';
import { meQuery } from '../../api/session.ts';
import { ButtonLink } from '../../components/link.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { shownName } from '../../lib/shown-name.ts';
import { signIn as signInTexts } from '../../texts/sign-in.ts';
import { shared as texts } from '../../texts/shared.ts';
import { SignInFrame, SignInFrameText } from './sign-in-frame.tsx';

/** The end of a sign-in in a new tab. The first tab continues as soon as this page knows the member. */
export function SignedInPage() {
  const words = signInTexts.done;
  useDocumentTitle(`${words.title} · ${texts.product}`);
  const me = useQuery(meQuery);
  if (isProblem(me.error, 'unauthorized')) {
    return <Navigate to="/sign-in" search={{ to: '/signed-in-again' }} replace />;
  }
  return (
    <SignInFrame>
      <QueryState query={me} height={120} />
      {me.data && (
        <>
          <SignInFrameText title={words.title} text={words.text(shownName(me.data.member))} />
          <ButtonLink to="/" variant="default">
            {words.open}
          </ButtonLink>
        </>
      )}
    </SignInFrame>
  );
}
