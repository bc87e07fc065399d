import { Button, Divider, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import type { InvitationLookup, SignInWays } from '../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { invitation, signIn } from '../../texts/sign-in.ts';

interface JoinAtProviderProps {
  readonly lookup: InvitationLookup;
  readonly secret: string;
  readonly methods: SignInWays;
  /** Called if the link has been used or withdrawn. */
  readonly onInvalid: () => void;
}

/** Accepts an invitation by signing in with the provider. */
export function JoinAtProvider({ lookup, secret, methods, onInvalid }: JoinAtProviderProps) {
  const { oidc, password } = methods;
  const { email, app } = lookup;
  const begin = useMutation({
    mutationFn: () => {
      const to = app === null ? {} : { to: `/${encodeURIComponent(app)}/links` };
      const body = { invitation: secret, ...to };
      return call('POST', 'sign-in/oidc', { body });
    },
    onSuccess: ({ data }) => location.assign(data.address),
    onError: (error) => {
      if (isProblem(error, 'invitation_over')) onInvalid();
    },
  });
  // "Back" from the provider can show this page from memory, as it was.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) begin.reset();
  });
  if (oidc === null) return null;
  return (
    <Stack>
      <Text size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {email === null
          ? invitation.anyoneAtProvider(oidc.name)
          : invitation.atProvider(oidc.name, email)}
      </Text>
      <ErrorAlert error={begin.error} />
      <Button
        variant={password ? 'default' : 'filled'}
        fullWidth
        // Loading until the page of the provider has loaded.
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        {invitation.joinWith(oidc.name)}
      </Button>
      {password && <Divider label={signIn.or} />}
    </Stack>
  );
}
