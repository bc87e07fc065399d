import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import { tokensQuery } from '../../../api/tokens-query.ts';
import type { ChangedMember, Token } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Time } from '../../../components/time.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words, tokens as tokensTexts } from '../../../texts/people.ts';

interface TokensLeftProps {
  /** The former owner; undefined: none. */
  readonly member: ChangedMember | undefined;
  readonly onClose: () => void;
}

/** Offers to revoke the tokens of a former owner, which otherwise remain valid. */
export function TokensLeft({ member, onClose }: TokensLeftProps) {
  const app = useApp();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const close = (): void => {
    setChosen([]);
    revoke.reset();
    onClose();
  };
  const revoke = useMutation({
    mutationFn: async () => {
      for (const id of chosen)
        await call('DELETE', 'tokens/{token_id}', { app, params: { token_id: id } });
    },
    onSuccess: () => {
      notifications.show({ message: words.tokensRevoked(chosen.length), color: 'teal' });
      close();
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['audit', app] });
      await queries.invalidateQueries(tokensQuery(app));
    },
  });
  return (
    <Confirm
      opened={member !== undefined}
      title={words.tokensTitle}
      action={words.revokeTokens(chosen.length)}
      cancel={words.keepTokens}
      disabled={chosen.length === 0}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={close}
    >
      <Text size="sm" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {member && words.tokensText(shownName(member))}
      </Text>
      <Checkbox.Group value={[...chosen]} onChange={setChosen}>
        <Stack gap="sm">
          {member?.tokens.map((token) => (
            <Checkbox
              key={token.token_id}
              value={token.token_id}
              label={<TokenLabel token={token} />}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Confirm>
  );
}

function TokenLabel({ token: { kind, prefix, last_used_at } }: { readonly token: Token }) {
  return (
    <Group gap="xs">
      <Badge color={kind === 'server' ? 'grape' : 'link'}>{tokensTexts.kinds[kind]}</Badge>
      <Text size="sm" ff="monospace" span>
        {prefix}…
      </Text>
      <Text size="xs" c="dimmed" span>
        {last_used_at === null ? (
          tokensTexts.revokeNeverUsed
        ) : (
          <>
            {tokensTexts.revokeUsed} <Time at={last_used_at} />
          </>
        )}
      </Text>
    </Group>
  );
}
