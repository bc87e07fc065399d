import '../../components/mantine-more.css';
import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import { waysQuery, type Ways } from '../../api/sign-in-ways.ts';
import type { InvitationLook } from '../../api/types.ts';
import { Trouble } from '../../components/trouble.tsx';
import { invitation as invitationTexts, signIn as signInTexts } from '../../texts/sign-in.ts';
import * as texts from '../../texts/texts.ts';
import { AcceptForm } from './accept-form.tsx';
import { Door, DoorWords } from './door.tsx';
import { JoinAtProvider } from './join-at-provider.tsx';

/** Where the link of an invitation leads: to a first password, an app, or a new password. */
export function InvitationPage() {
  useDocumentTitle(`${invitationTexts.title} · ${texts.product}`);
  const secret = useSecret();
  return <Door>{secret === '' ? <Missing /> : <Invited key={secret} secret={secret} />}</Door>;
}

/**
 * The secret behind `#`. It is taken out of the address at once, so that it stays neither in the history
 * nor on a screen that somebody shares, and lives in this page's memory alone.
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
  const look = useQuery({
    queryKey: ['invitation', secret],
    queryFn: async ({ signal }) => {
      const body = { invitation: secret };
      return (await call<InvitationLook>('POST', 'invitations/look', { body, signal })).data;
    },
    // What it says must not change under the hands of whoever fills it in.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const ways = useQuery(waysQuery);
  const [over, setOver] = useState(false);
  if (over || isProblem(look.error, 'invitation_over')) return <Over />;
  if (look.isError) return <Trouble error={look.error} retry={() => void look.refetch()} />;
  // Which ways there are is no reason to keep somebody out: a password is what most have.
  if (look.isPending || ways.isPending) {
    return (
      <Stack aria-busy>
        <VisuallyHidden role="status">{invitationTexts.looking}</VisuallyHidden>
        <Skeleton height={28} width="70%" mx="auto" />
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={36} />
      </Stack>
    );
  }
  if (look.data.kind === 'password' && ways.data?.password === false) {
    return <NoPasswords ways={ways.data} />;
  }
  const shared = { look: look.data, secret, onOver: () => setOver(true) };
  return (
    <>
      <Lead look={look.data} />
      {ways.data && look.data.kind === 'join' && <JoinAtProvider {...shared} ways={ways.data} />}
      {ways.data?.password !== false && <AcceptForm {...shared} />}
    </>
  );
}

/** For a link to choose a password, made before nobody needed one. */
function NoPasswords({ ways: { oidc } }: { readonly ways: Ways }) {
  const provider = oidc?.name ?? '';
  return (
    <>
      <DoorWords
        title={invitationTexts.noPasswordsTitle}
        text={invitationTexts.noPasswords(provider)}
      />
      <Button component="a" href={oidc?.address} fullWidth>
        {signInTexts.with(provider)}
      </Button>
    </>
  );
}

/** Who asks whom to what. */
function Lead({ look }: { readonly look: InvitationLook }) {
  const { kind, app, role, email, by_name: by } = look;
  if (kind === 'password') {
    return (
      <DoorWords
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
    <DoorWords title={title} text={role === null ? undefined : invitationTexts.roles[role]}>
      {role !== null && (
        <Text size="sm" fw={600} ta="center">
          {invitationTexts.as(texts.roles[role])}
        </Text>
      )}
    </DoorWords>
  );
}

function Over() {
  return (
    <Stack role="alert">
      <DoorWords title={invitationTexts.overTitle} text={invitationTexts.over} />
      <Text size="sm" c="dimmed" ta="center">
        {invitationTexts.overKnown}
      </Text>
      <Button component={Link} to="/sign-in" variant="default" fullWidth>
        {invitationTexts.toSignIn}
      </Button>
    </Stack>
  );
}

function Missing() {
  return (
    <Stack>
      <DoorWords title={invitationTexts.missingTitle} text={invitationTexts.missing} />
      <Button component={Link} to="/sign-in" variant="default" fullWidth>
        {invitationTexts.toSignIn}
      </Button>
    </Stack>
  );
}
