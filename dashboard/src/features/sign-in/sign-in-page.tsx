import {
  Alert,
  Button,
  Center,
  Divider,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import { oidcAddress, waysQuery } from '../../api/sign-in-ways.ts';
import type { Me } from '../../api/types.ts';
import { Mark } from '../../app/mark.tsx';
import { meQuery } from '../../app/session.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { signIn as signInTexts } from '../../texts/sign-in.ts';
import * as texts from '../../texts/texts.ts';
import { failureText } from './failure-text.ts';

export function SignInPage() {
  useDocumentTitle(`${signInTexts.title} · ${texts.product}`);
  const { to, ended, failed } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const queries = useQueryClient();
  const ways = useQuery(waysQuery);
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call<Me>('POST', 'sign-in', { body }),
    onSuccess: ({ data }) => {
      queries.clear();
      queries.setQueryData(meQuery.queryKey, data);
      router.history.replace(withinDashboard(router.basepath, to));
    },
    onError: () => form.setFieldValue('password', ''),
  });
  const oidc = ways.data?.oidc ?? null;
  const byPassword = ways.data?.password !== false;
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder shadow="sm" p={{ base: 'lg', sm: 'xl' }} radius="lg" w="100%" maw={420}>
        <Stack>
          <Stack gap={6} align="center">
            <Mark size={48} />
            <Title order={1}>{texts.product}</Title>
            <Text c="dimmed" size="sm" ta="center">
              {`${signInTexts.title} ${signInTexts.lead}`}
            </Text>
          </Stack>
          {ended === true && !signIn.isError && <Alert>{signInTexts.ended}</Alert>}
          {failed !== undefined && signIn.isIdle && (
            <Alert color="red" role="alert">
              {failureText(failed)}
            </Alert>
          )}
          <Refusal error={signIn.error} />
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
                  autoFocus
                  {...form.getInputProps('email')}
                />
                <PasswordField
                  label={signInTexts.password}
                  autoComplete="current-password"
                  required
                  {...form.getInputProps('password')}
                />
                <Button type="submit" loading={signIn.isPending} fullWidth>
                  {signInTexts.submit}
                </Button>
              </Stack>
            </form>
          )}
          {byPassword && (
            <Text size="xs" c="dimmed">
              {signInTexts.lost} {signInTexts.first}
            </Text>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}

function Refusal({ error }: { readonly error: unknown }) {
  if (isProblem(error, 'wrong_credentials'))
    return (
      <Alert color="red" role="alert">
        {signInTexts.wrong}
      </Alert>
    );
  if (isProblem(error, 'too_many_attempts'))
    return (
      <Alert color="red" role="alert">
        {signInTexts.wait(error.retryAfterSeconds ?? 1)}
      </Alert>
    );
  return <Trouble error={error} />;
}

/** Only where the dashboard itself is: what stands behind `to` may come from anybody. */
function withinDashboard(basepath: string, to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) ? `${basepath}${to}` : `${basepath}/`;
}
