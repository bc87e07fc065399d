import { Alert, Button, Divider, Stack, Text } from '@mantine/core';
import { oidcAddress, type Ways } from '../../api/sign-in-ways.ts';
import type { InvitationLook } from '../../api/types.ts';
import { invitation, signIn } from '../../texts/sign-in.ts';

interface JoinAtProviderProps {
  readonly look: InvitationLook;
  readonly ways: Ways;
}

/** The other way to use an invitation: to sign in where the address that it is for is known. */
export function JoinAtProvider({ look, ways }: JoinAtProviderProps) {
  const { oidc, password } = ways;
  const { kind, email, app } = look;
  if (oidc === null || kind !== 'join' || email === null) {
    return password ? null : <Alert color="yellow">{invitation.passwordsOff}</Alert>;
  }
  const to = app === null ? undefined : `/${encodeURIComponent(app)}/links`;
  return (
    <Stack>
      <Text size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {invitation.atProvider(oidc.name, email)}
      </Text>
      <Button
        component="a"
        href={oidcAddress(oidc.address, to)}
        variant={password ? 'default' : 'filled'}
        fullWidth
      >
        {invitation.joinWith(oidc.name)}
      </Button>
      {password && <Divider label={signIn.or} />}
    </Stack>
  );
}
