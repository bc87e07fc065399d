import { Button, Divider, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { oidcAddress, signInMethodsQuery } from '../../api/sign-in-methods.ts';
import type { Me } from '../../api/types.ts';
import { PasswordError } from '../../components/password-error.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { signIn as signInTexts } from '../../texts/sign-in.ts';

interface SignInFormProps {
  /** The email address to start with. */
  readonly email?: string;
  /** The page of the dashboard to which the provider returns. */
  readonly to: string | undefined;
  /** The provider opens in a new tab, so that this page keeps its input. */
  readonly newTab?: boolean;
  readonly onNewTab?: () => void;
  readonly onSignedIn: (me: Me) => void;
  /** Shown above the form until the user tries to sign in. */
  readonly notice?: ReactNode;
  /** Shown below the form if it has a password. */
  readonly children?: ReactNode;
}

export function SignInForm(props: SignInFormProps) {
  const { email = '', to, newTab = false, onNewTab, onSignedIn, notice, children } = props;
  const methods = useQuery(signInMethodsQuery);
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({ initialValues: { email, password: '' } });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call('POST', 'sign-in', { body }),
    onSuccess: ({ data }) => onSignedIn(data),
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
            {...(newTab && { target: '_blank', rel: 'noopener' })}
            onClick={onNewTab}
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
              autoFocus={email === ''}
              {...form.getInputProps('email')}
            />
            <PasswordField
              ref={password}
              label={signInTexts.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              autoFocus={email !== ''}
              data-autofocus={email !== ''}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={signIn.isPending} fullWidth>
              {signInTexts.submit}
            </Button>
          </Stack>
        </form>
      )}
      {hasPasswordForm && children}
    </>
  );
  return (
    <>
      {signIn.isIdle && notice}
      <PasswordError error={signIn.error} wrongCredentials={signInTexts.wrongCredentials} />
      {methods.isPending ? <Skeleton height={280} aria-busy /> : controls}
    </>
  );
}
