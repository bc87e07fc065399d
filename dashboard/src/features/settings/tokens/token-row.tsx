import { Badge, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import { tokensQuery } from '../../../api/tokens-query.ts';
import type { Token } from '../../../api/types.ts';
import { actorName, type TokensById } from '../../../components/actor-name.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { ActionCell, Cell, Row } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { tokens as words } from '../../../texts/people.ts';

interface TokenProps {
  readonly token: Token;
}

export function TokenRow({ token, tokens }: TokenProps & { readonly tokens: TokensById }) {
  const { token_id: id, kind, prefix, own, created_at, last_used_at, revoked_at } = token;
  const marked = useLocation({ select: ({ hash }) => hash === id });
  return (
    <Row id={id} marked={marked}>
      <Cell>
        {token.name !== null && (
          <Text size="sm" fw={500} mb={4} style={{ overflowWrap: 'anywhere' }}>
            {token.name}
          </Text>
        )}
        <Group gap="xs">
          <Badge color={kind === 'server' ? 'grape' : 'link'}>{words.kinds[kind]}</Badge>
          {own && (
            <Badge variant="outline" color="gray">
              {words.own}
            </Badge>
          )}
        </Group>
      </Cell>
      <Cell label={words.prefix}>
        <Text size="sm" ff="monospace">
          {prefix}…
        </Text>
      </Cell>
      <Cell label={words.created}>
        <Time at={created_at} />
      </Cell>
      <Cell label={words.createdBy}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {actorName(token.created_by, token.by_name, tokens)}
        </Text>
      </Cell>
      <Cell label={words.used}>
        <Time at={last_used_at} never={words.never} />
      </Cell>
      {revoked_at === null ? (
        <ActionCell>
          <Revoke token={token} />
        </ActionCell>
      ) : (
        <Cell label={words.revoked}>
          <Time at={revoked_at} />
        </Cell>
      )}
    </Row>
  );
}

/** Asks for confirmation, because apps that were shipped with the token stop working. */
function Revoke({ token }: TokenProps) {
  const app = useApp();
  const { token_id: id, kind, prefix, last_used_at } = token;
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call('DELETE', 'tokens/{token_id}', { app, params: { token_id: id } }),
    onSuccess: async () => {
      notifications.show({ message: words.revokeDone, color: 'teal' });
      await queries.invalidateQueries(tokensQuery(app));
    },
  });
  return (
    <ConfirmButton
      action={words.revoke}
      name={words.revokeOf(prefix)}
      title={words.revokeTitle}
      mutation={revoke}
    >
      <p style={{ marginTop: 0 }}>
        {kind === 'server'
          ? words.revokeServer(prefix)
          : words.revokePlatform(prefix, words.kinds[kind])}
      </p>
      {last_used_at === null ? (
        words.revokeNeverUsed
      ) : (
        <>
          {words.revokeUsed} <Time at={last_used_at} />.
        </>
      )}
    </ConfirmButton>
  );
}
