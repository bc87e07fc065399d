import { Badge, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { ChangedMember, Token } from '../../../api/types.ts';
import { Time } from '../../../components/time.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words, tokens as tokensTexts } from '../../../texts/people.ts';
import { tokensQuery } from '../tokens/tokens-query.ts';

interface TokensLeftProps {
  readonly app: string;
  /** The former owner; undefined: none. */
  readonly member: ChangedMember | undefined;
  readonly onClose: () => void;
}

/** Offers to revoke the tokens of a former owner, which remain valid otherwise. */
export function TokensLeft({ app, member, onClose }: TokensLeftProps) {
  return (
    <Modal opened={member !== undefined} onClose={onClose} title={words.tokensTitle} centered>
      {member !== undefined && (
        <Choice key={member.member_id} app={app} member={member} onClose={onClose} />
      )}
    </Modal>
  );
}

function Choice({ app, member, onClose }: TokensLeftProps & { readonly member: ChangedMember }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: async () => {
      for (const id of chosen)
        await call('DELETE', 'tokens/{token_id}', { app, params: { token_id: id } });
    },
    onSuccess: () => {
      notifications.show({ message: words.tokensRevoked(chosen.length), color: 'teal' });
      onClose();
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['audit', app] });
      await queries.invalidateQueries(tokensQuery(app));
    },
  });
  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {words.tokensText(shownName(member))}
      </Text>
      <Checkbox.Group value={[...chosen]} onChange={setChosen}>
        <Stack gap="sm">
          {member.tokens.map((token) => (
            <Checkbox
              key={token.token_id}
              value={token.token_id}
              label={<TokenLabel token={token} />}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ErrorAlert error={revoke.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {words.keepTokens}
        </Button>
        <Button
          color="red"
          disabled={chosen.length === 0}
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          {words.revokeTokens(chosen.length)}
        </Button>
      </Group>
    </Stack>
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
