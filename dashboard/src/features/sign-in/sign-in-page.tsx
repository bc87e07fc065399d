import { Alert, Button, Code, Divider, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { oidcAddress, waysQuery } from '../../api/sign-in-ways.ts';
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
  const ways = useQuery(waysQuery);
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
  const oidc = ways.data?.oidc ?? null;
  const byPassword = ways.data?.password !== false;
  // Shown together, so that nothing moves while the user types.
  const waysIn = (
    <>
      {oidc !== null && (
        <>
          <Button
            component="a"
            href={oidcAddress(oidc.address, to)}
            variant={byPassword ? 'default' : 'filled'}
            fullWidth
          >
            {signInTexts.with(oidc.name)}
          </Button>
          {byPassword && <Divider label={signInTexts.or} />}
        </>
      )}
      {byPassword && (
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
      {byPassword && (
        <Text size="xs" c="dimmed" component="div">
          {signInTexts.lost} <Code>{signInTexts.lostCommand}</Code>
          <br />
          {signInTexts.first}
        </Text>
      )}
    </>
  );
  return (
    <SignInFrame>
      <SignInFrameText title={texts.product} text={`${signInTexts.title} ${signInTexts.lead}`} />
      {ended === true && !signIn.isError && <Alert>{signInTexts.ended}</Alert>}
      {failed !== undefined && signIn.isIdle && (
        <Alert color="red" role="alert">
          {failureText(failed)}
        </Alert>
      )}
      <PasswordError error={signIn.error} wrong={signInTexts.wrong} />
      {ways.isPending ? <Skeleton height={280} aria-busy /> : waysIn}
    </SignInFrame>
  );
}
