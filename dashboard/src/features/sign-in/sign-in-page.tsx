import { Alert, Code, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { startSession } from '../../api/session.ts';
import { known } from '../../lib/known.ts';
import { signIn as signInTexts } from '../../texts/sign-in.ts';
import { shared as texts } from '../../texts/shared.ts';
import { SignInFrame, SignInFrameText } from './sign-in-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { withinDashboard } from './within-dashboard.ts';

export function SignInPage() {
  useDocumentTitle(`${signInTexts.title} · ${texts.product}`);
  const { to, failed } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const queries = useQueryClient();
  return (
    <SignInFrame>
      <SignInFrameText title={texts.product} text={`${signInTexts.title} ${signInTexts.lead}`} />
      <SignInForm
        to={to}
        onSignedIn={(me) => {
          startSession(queries, me);
          router.history.replace(withinDashboard(router.basepath, to));
        }}
        notice={
          // The code comes from the address, so it may be unknown.
          failed !== undefined && (
            <Alert color="red" role="alert">
              {known(signInTexts.failed, failed) ?? signInTexts.failed.failed}
            </Alert>
          )
        }
      >
        <Advice text={signInTexts.forgotPassword} command={signInTexts.resetCommand} />
        <Advice text={signInTexts.firstAccount} command={signInTexts.inviteCommand} />
      </SignInForm>
    </SignInFrame>
  );
}

function Advice({ text, command }: { readonly text: string; readonly command: string }) {
  return (
    <Text size="xs" c="dimmed">
      {text} <Code style={{ whiteSpace: 'nowrap' }}>{command}</Code>
    </Text>
  );
}
