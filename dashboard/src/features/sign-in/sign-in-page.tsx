import { Alert, Code, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { startSession } from '../../api/session.ts';
import { signIn as signInTexts } from '../../texts/sign-in.ts';
import * as texts from '../../texts/texts.ts';
import { SignInFrame, SignInFrameText } from './sign-in-frame.tsx';
import { failureText } from './failure-text.ts';
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
          failed !== undefined && (
            <Alert color="red" role="alert">
              {failureText(failed)}
            </Alert>
          )
        }
      >
        <Text size="xs" c="dimmed" component="div">
          {signInTexts.forgotPassword} <Code>{signInTexts.resetCommand}</Code>
          <br />
          {signInTexts.firstAccount}
        </Text>
      </SignInForm>
    </SignInFrame>
  );
}
