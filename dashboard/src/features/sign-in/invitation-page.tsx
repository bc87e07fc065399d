import '../../components/mantine-more.css';
import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import { waysQuery, type Ways } from '../../api/sign-in-ways.ts';
import type { InvitationLookup } from '../../api/types.ts';
import { ButtonLink } from '../../components/link.tsx';
import { Hint } from '../../components/hint.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { invitation as invitationTexts, signIn as signInTexts } from '../../texts/sign-in.ts';
import * as texts from '../../texts/texts.ts';
import { AcceptForm } from './accept-form.tsx';
import { SignInFrame, SignInFrameText } from './sign-in-frame.tsx';
import { JoinAtProvider } from './join-at-provider.tsx';

/** The page of an invitation link: first password, app or new password. */
export function InvitationPage() {
  useDocumentTitle(`${invitationTexts.title} · ${texts.product}`);
  const secret = useSecret();
  return (
    <SignInFrame>
      {secret === '' ? <Missing /> : <Invited key={secret} secret={secret} />}
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

function Invited({ secret }: { readonly secret: string }) {
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
  const ways = useQuery(waysQuery);
  const [over, setOver] = useState(false);
  if (over || isProblem(lookup.error, 'invitation_over')) return <Over />;
  if (lookup.isError)
    return <ErrorAlert error={lookup.error} retry={() => void lookup.refetch()} />;
  // If the sign-in ways cannot be loaded, offer the password, which most people have.
  if (lookup.isPending || ways.isPending) {
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
  if (lookup.data.kind === 'password' && ways.data?.password === false) {
    return <NoPasswords ways={ways.data} />;
  }
  const shared = { lookup: lookup.data, secret, onOver: () => setOver(true) };
  return (
    <>
      <Lead lookup={lookup.data} />
      {ways.data && lookup.data.kind === 'join' && <JoinAtProvider {...shared} ways={ways.data} />}
      {ways.data?.password !== false && <AcceptForm {...shared} />}
    </>
  );
}

/** For a password link that was created before password sign-in was disabled. */
function NoPasswords({ ways: { oidc } }: { readonly ways: Ways }) {
  const provider = oidc?.name ?? '';
  return (
    <>
      <SignInFrameText
        title={invitationTexts.noPasswordsTitle}
        text={invitationTexts.noPasswords(provider)}
      />
      <Button component="a" href={oidc?.address} fullWidth>
        {signInTexts.with(provider)}
      </Button>
    </>
  );
}

/** Who invites the user, and to which app. */
function Lead({ lookup }: { readonly lookup: InvitationLookup }) {
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
          {invitationTexts.as(texts.roles[role])}
        </Text>
      )}
    </SignInFrameText>
  );
}

function Over() {
  return (
    <Stack role="alert">
      <SignInFrameText title={invitationTexts.overTitle} text={invitationTexts.over} />
      <Hint ta="center">{invitationTexts.overKnown}</Hint>
      <ButtonLink to="/sign-in" variant="default" fullWidth>
        {invitationTexts.toSignIn}
      </ButtonLink>
    </Stack>
  );
}

function Missing() {
  return (
    <Stack>
      <SignInFrameText title={invitationTexts.missingTitle} text={invitationTexts.missing} />
      <ButtonLink to="/sign-in" variant="default" fullWidth>
        {invitationTexts.toSignIn}
      </ButtonLink>
    </Stack>
  );
}
