import '../../components/mantine-more.css';
import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import { signInMethodsQuery } from '../../api/sign-in-methods.ts';
import type { InvitationLookup, SignInWays } from '../../api/types.ts';
import { ButtonLink } from '../../components/link.tsx';
import { Hint } from '../../components/hint.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { invitation as invitationTexts, signIn as signInTexts } from '../../texts/sign-in.ts';
import { shared as texts } from '../../texts/shared.ts';
import { AcceptForm } from './accept-form.tsx';
import { SignInFrame, SignInFrameText } from './sign-in-frame.tsx';
import { JoinAtProvider } from './join-at-provider.tsx';

/** The page of an invitation or password reset link. */
export function InvitationPage() {
  useDocumentTitle(`${invitationTexts.title} · ${texts.product}`);
  const secret = useSecret();
  return (
    <SignInFrame>
      {secret === '' ? <MissingSecret /> : <InvitationContent key={secret} secret={secret} />}
    </SignInFrame>
  );
}

/**
 * The secret after `#`. It is removed from the address immediately, so that it is neither in the history nor
 * visible on a shared screen. It is kept in the memory of this page only.
 */
function useSecret(): string {
  const hash = useLocation({ select: (location) => location.hash });
  const [secret, setSecret] = useState(hash);
  const navigate = useNavigate();
  useEffect(() => {
    if (hash === '') return;
    setSecret(hash);
    void navigate({ to: '/invitation', hash: '', replace: true, resetScroll: false });
  }, [hash, navigate]);
  return secret;
}

function InvitationContent({ secret }: { readonly secret: string }) {
  const lookup = useQuery({
    queryKey: ['invitation', secret],
    queryFn: async ({ signal }) => {
      const body = { invitation: secret };
      return (await call('POST', 'invitations/look', { body, signal })).data;
    },
    // The content must not change while the user fills in the form.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const methods = useQuery(signInMethodsQuery);
  const [invalid, setInvalid] = useState(false);
  if (invalid || isProblem(lookup.error, 'invitation_over')) return <InvalidLink />;
  if (lookup.isError)
    return <ErrorAlert error={lookup.error} retry={() => void lookup.refetch()} />;
  // If the sign-in methods cannot be loaded, the password form is shown, which most users need.
  if (lookup.isPending || methods.isPending) {
    return (
      <Stack aria-busy>
        <VisuallyHidden role="status">{invitationTexts.loading}</VisuallyHidden>
        <Skeleton height={28} width="70%" mx="auto" />
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={36} />
      </Stack>
    );
  }
  if (lookup.data.kind === 'password' && methods.data?.password === false) {
    return <PasswordsDisabled methods={methods.data} />;
  }
  const shared = { lookup: lookup.data, secret, onInvalid: () => setInvalid(true) };
  return (
    <>
      <InvitationTitle lookup={lookup.data} />
      {methods.data && lookup.data.kind === 'join' && (
        <JoinAtProvider {...shared} methods={methods.data} />
      )}
      {methods.data?.password !== false && <AcceptForm {...shared} />}
    </>
  );
}

/** For a password reset link that was created before password sign-in was disabled. */
function PasswordsDisabled({ methods: { oidc } }: { readonly methods: SignInWays }) {
  const provider = oidc?.name ?? '';
  return (
    <>
      <SignInFrameText
        title={invitationTexts.passwordsDisabledTitle}
        text={invitationTexts.passwordsDisabled(provider)}
      />
      <Button component="a" href={oidc?.address} fullWidth>
        {signInTexts.signInWith(provider)}
      </Button>
    </>
  );
}

/** The user who sent the invitation, the app and the role. */
function InvitationTitle({ lookup }: { readonly lookup: InvitationLookup }) {
  const { kind, app, role, email, by_name: by } = lookup;
  if (kind === 'password') {
    return (
      <SignInFrameText
        title={invitationTexts.newPasswordTitle}
        text={invitationTexts.newPasswordLead(email ?? '')}
      />
    );
  }
  const title =
    app === null
      ? invitationTexts.invitedAnywhere
      : by === null
        ? invitationTexts.invited(app)
        : invitationTexts.invitedBy(by, app);
  return (
    <SignInFrameText title={title} text={role === null ? undefined : invitationTexts.roles[role]}>
      {role !== null && (
        <Text size="sm" fw={600} ta="center">
          {invitationTexts.yourRole(texts.roles[role])}
        </Text>
      )}
    </SignInFrameText>
  );
}

function InvalidLink() {
  return (
    <Stack role="alert">
      <SignInFrameText title={invitationTexts.invalidTitle} text={invitationTexts.invalid} />
      <Hint ta="center">{invitationTexts.invalidUsed}</Hint>
      <ButtonLink to="/sign-in" variant="default" fullWidth>
        {invitationTexts.toSignIn}
      </ButtonLink>
    </Stack>
  );
}

function MissingSecret() {
  return (
    <Stack>
      <SignInFrameText title={invitationTexts.missingTitle} text={invitationTexts.missing} />
      <ButtonLink to="/sign-in" variant="default" fullWidth>
        {invitationTexts.toSignIn}
      </ButtonLink>
    </Stack>
  );
}
