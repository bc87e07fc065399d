import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signInMethodsQuery } from '../../api/sign-in-methods.ts';
import { useMe } from '../../api/session.ts';
import { account as accountTexts } from '../../texts/account.ts';
import { PasswordForm } from './password-form.tsx';

/** The form to change the password, or an explanation if the user cannot change it here. */
export function Password() {
  const { has_password: hasPassword } = useMe().member;
  const methods = useQuery(signInMethodsQuery);
  if (methods.isPending) return <Skeleton height={160} aria-busy />;
  const provider = methods.data?.oidc?.name ?? accountTexts.aProvider;
  if (methods.data?.password === false) {
    return <Text size="sm">{accountTexts.passwordsOff(provider)}</Text>;
  }
  if (!hasPassword) return <Text size="sm">{accountTexts.noPassword(provider)}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" mt={-12}>
        {accountTexts.passwordLead}
      </Text>
      <PasswordForm />
    </>
  );
}
