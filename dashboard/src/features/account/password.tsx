import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { waysQuery } from '../../api/sign-in-ways.ts';
import { useMe } from '../../api/session.ts';
import { account as accountTexts } from '../../texts/account.ts';
import { PasswordForm } from './password-form.tsx';

/** The form to change the password, or the reason why there is none. */
export function Password() {
  const { has_password: hasPassword } = useMe().member;
  const ways = useQuery(waysQuery);
  if (ways.isPending) return <Skeleton height={160} aria-busy />;
  const provider = ways.data?.oidc?.name ?? accountTexts.aProvider;
  if (ways.data?.password === false) {
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
