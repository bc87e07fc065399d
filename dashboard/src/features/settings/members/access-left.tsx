import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import { tokensQuery } from '../../../api/tokens-query.ts';
import type { ChangedMember, Token, Webhook } from '../../../api/types.ts';
import { webhooksQuery } from '../../../api/webhooks-query.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Time } from '../../../components/time.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words, tokens as tokensTexts } from '../../../texts/people.ts';
import { settings as settingsTexts } from '../../../texts/settings.ts';

interface AccessLeftProps {
  /** The former owner; undefined: none. */
  readonly member: ChangedMember | undefined;
  readonly onClose: () => void;
}

/** Offers to revoke the tokens of a former owner and to disable the webhooks: otherwise these keep working. */
export function AccessLeft({ member, onClose }: AccessLeftProps) {
  const app = useApp();
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [webhooks, setWebhooks] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const close = (): void => {
    setTokens([]);
    setWebhooks([]);
    end.reset();
    onClose();
  };
  const end = useMutation({
    mutationFn: async () => {
      for (const id of tokens)
        await call('DELETE', 'tokens/{token_id}', { app, params: { token_id: id } });
      for (const id of webhooks) {
        const params = { webhook_id: id };
        await call('PATCH', 'webhooks/{webhook_id}', { app, params, body: { state: 'disabled' } });
      }
    },
    onSuccess: () => {
      const done = [
        ...(tokens.length > 0 ? [words.tokensRevoked(tokens.length)] : []),
        ...(webhooks.length > 0 ? [words.webhooksDisabled(webhooks.length)] : []),
      ];
      notifications.show({ message: done.join(', '), color: 'teal' });
      close();
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['audit', app] });
      await queries.invalidateQueries(tokensQuery(app));
      await queries.invalidateQueries(webhooksQuery(app));
    },
  });
  return (
    <Confirm
      opened={member !== undefined}
      title={words.accessTitle}
      action={words.endAccess(tokens.length, webhooks.length)}
      cancel={words.keepAccess}
      disabled={tokens.length + webhooks.length === 0}
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={close}
    >
      {member && member.tokens.length > 0 && (
        <Choice
          label={settingsTexts.pages.tokens}
          text={words.tokensText(shownName(member))}
          chosen={tokens}
          onChange={setTokens}
        >
          {member.tokens.map((token) => (
            <Checkbox
              key={token.token_id}
              value={token.token_id}
              label={<TokenLabel token={token} />}
            />
          ))}
        </Choice>
      )}
      {member && member.webhooks.length > 0 && (
        <Choice
          label={settingsTexts.pages.webhooks}
          text={words.webhooksText(shownName(member))}
          chosen={webhooks}
          onChange={setWebhooks}
        >
          {member.webhooks.map((webhook) => (
            <Checkbox
              key={webhook.webhook_id}
              value={webhook.webhook_id}
              label={<WebhookLabel webhook={webhook} />}
            />
          ))}
        </Choice>
      )}
    </Confirm>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly text: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly children: ReactNode;
}

function Choice({ label, text, chosen, onChange, children }: ChoiceProps) {
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={label} mb="lg">
      <Text size="sm" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Stack gap="sm">{children}</Stack>
    </Checkbox.Group>
  );
}

function WebhookLabel({ webhook: { url, description } }: { readonly webhook: Webhook }) {
  return (
    <>
      <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      {description !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      )}
    </>
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
