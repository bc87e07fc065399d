import { Alert, Button, Code, Divider, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { oidcAddress, signInMethodsQuery } from '../../api/sign-in-methods.ts';
import { meQuery } from '../../api/session.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { PasswordError } from '../../components/password-error.tsx';
import { signIn as signInTexts } from '../../texts/sign-in.ts';
import * as texts from '../../texts/texts.ts';
import { SignInFrame, SignInFrameText } from './sign-in-frame.tsx';
import { failureText } from './failure-text.ts';
import { withinDashboard } from './within-dashboard.ts';

export function SignInPage() {
  useDocumentTitle(`${signInTexts.title} · ${texts.product}`);
  const { to, ended, failed } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const queries = useQueryClient();
  const methods = useQuery(signInMethodsQuery);
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call('POST', 'sign-in', { body }),
    onSuccess: ({ data }) => {
      queries.clear();
      queries.setQueryData(meQuery.queryKey, data);
      router.history.replace(withinDashboard(router.basepath, to));
    },
    onError: () => {
      form.setFieldValue('password', '');
      password.current?.focus();
    },
  });
  const oidc = methods.data?.oidc ?? null;
  const hasPasswordForm = methods.data?.password !== false;
  // All controls appear at the same time, so that nothing moves while the user types.
  const controls = (
    <>
      {oidc !== null && (
        <>
          <Button
            component="a"
            href={oidcAddress(oidc.address, to)}
            variant={hasPasswordForm ? 'default' : 'filled'}
            fullWidth
          >
            {signInTexts.signInWith(oidc.name)}
          </Button>
          {hasPasswordForm && <Divider label={signInTexts.or} />}
        </>
      )}
      {hasPasswordForm && (
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
          <Stack>
            <TextInput
              label={signInTexts.email}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
              {...form.getInputProps('email')}
            />
            <PasswordField
              ref={password}
              label={signInTexts.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={signIn.isPending} fullWidth>
              {signInTexts.submit}
            </Button>
          </Stack>
        </form>
      )}
      {hasPasswordForm && (
        <Text size="xs" c="dimmed" component="div">
          {signInTexts.forgotPassword} <Code>{signInTexts.resetCommand}</Code>
          <br />
          {signInTexts.firstAccount}
        </Text>
      )}
    </>
  );
  return (
    <SignInFrame>
      <SignInFrameText title={texts.product} text={`${signInTexts.title} ${signInTexts.lead}`} />
      {ended === true && !signIn.isError && <Alert>{signInTexts.sessionEnded}</Alert>}
      {failed !== undefined && signIn.isIdle && (
        <Alert color="red" role="alert">
          {failureText(failed)}
        </Alert>
      )}
      <PasswordError error={signIn.error} wrongCredentials={signInTexts.wrongCredentials} />
      {methods.isPending ? <Skeleton height={280} aria-busy /> : controls}
    </SignInFrame>
  );
}
