import { Box, Text } from '@mantine/core';
import { useMembersById } from '../../../api/members-query.ts';
import { useTokensById } from '../../../api/tokens-query.ts';
import type { LedgerEntry, Token } from '../../../api/types.ts';
import { actorName } from '../../../components/actor-name.ts';
import { RoleButton } from '../../../components/role-button.tsx';
import { ActionCell, Cell, Row, Rows } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';

interface LedgerTableProps {
  readonly entries: readonly LedgerEntry[];
  readonly onUndo: (entry: LedgerEntry) => void;
}

export function LedgerTable({ entries, onUndo }: LedgerTableProps) {
  const words = linksTexts.ledger;
  const tokens = useTokensById();
  const givenBack = entries.some(({ given_back_by: by }) => by?.startsWith('mem_') === true);
  const members = useMembersById(givenBack);
  return (
    <Rows
      label={words.title}
      columns={[words.when, words.id, words.app, words.count]}
      actions={words.giveBack}
    >
      {entries.map((entry) => {
        const { redemption_id: id, given_back_at: at, given_back_by: by } = entry;
        const member = members?.get(by ?? '');
        return (
          <Row key={id}>
            <Cell>
              <Time at={entry.redeemed_at} />
            </Cell>
            <Cell label={words.id}>
              <Box>
                <Text
                  size="xs"
                  ff="monospace"
                  td={at === null ? undefined : 'line-through'}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {id}
                </Text>
                {at !== null && (
                  <Text size="xs" c="dimmed" component="div">
                    {words.givenBack(actorName(by, member && shownName(member), tokens))}{' '}
                    <Time at={at} />
                  </Text>
                )}
              </Box>
            </Cell>
            <Cell label={words.app}>
              <Who token={tokens?.get(entry.token_id)} id={entry.token_id} />
            </Cell>
            <Cell label={words.count}>
              <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {linksTexts.countShort(entry.redemptions, entry.redeem_limit)}
              </Text>
            </Cell>
            <ActionCell>
              {at === null && (
                <RoleButton
                  needs="editor"
                  size="xs"
                  variant="default"
                  aria-label={`${words.giveBack}: ${id}`}
                  onClick={() => onUndo(entry)}
                >
                  {words.giveBack}
                </RoleButton>
              )}
            </ActionCell>
          </Row>
        );
      })}
    </Rows>
  );
}

/** The platform and the token of a redemption. */
function Who({ token, id }: { readonly token: Token | undefined; readonly id: string }) {
  if (token === undefined) {
    return (
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
    );
  }
  const { kind, prefix } = token;
  return (
    <Box>
      <Text size="sm">{kind === 'server' ? linksTexts.server : texts.platforms[kind]}</Text>
      <Text size="xs" ff="monospace" c="dimmed">
        {prefix}…
      </Text>
    </Box>
  );
}
