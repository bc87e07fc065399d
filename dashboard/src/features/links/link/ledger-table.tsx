import { Button, Paper, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../app/session.ts';
import type { LedgerEntry, Token } from '../../../api/types.ts';
import { Time } from '../../../components/time.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { actorName, memberNamesQuery, tokenNamesQuery } from './names-query.ts';

interface LedgerTableProps {
  readonly app: string;
  readonly entries: readonly LedgerEntry[];
  readonly onGiveBack: (entry: LedgerEntry) => void;
}

export function LedgerTable({ app, entries, onGiveBack }: LedgerTableProps) {
  const words = linksTexts.ledger;
  const may = useMay('editor');
  const tokens = useQuery(tokenNamesQuery(app)).data;
  const givenBack = entries.some(({ given_back_by: by }) => by?.startsWith('mem_') === true);
  const members = useQuery({ ...memberNamesQuery(app), enabled: givenBack }).data;
  return (
    <Paper withBorder>
      {/* Positioned, so that what is hidden for the eye lies inside of it and not beside the page. */}
      <Table.ScrollContainer
        minWidth={900}
        type="native"
        role="region"
        tabIndex={0}
        aria-label={words.title}
        pos="relative"
      >
        <Table verticalSpacing="sm" horizontalSpacing="md" style={{ whiteSpace: 'nowrap' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.when}</Table.Th>
              <Table.Th>{words.id}</Table.Th>
              <Table.Th>{words.app}</Table.Th>
              <Table.Th>{words.count}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{words.giveBack}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => {
              const { redemption_id: id, given_back_at: at, given_back_by: by } = entry;
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Text size="sm">
                      <Time at={entry.redeemed_at} />
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="xs" ff="monospace" td={at === null ? undefined : 'line-through'}>
                      {id}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Who token={tokens?.get(entry.token_id)} id={entry.token_id} />
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
                      {linksTexts.countShort(entry.redemptions, entry.redeem_limit)}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">
                    {at === null ? (
                      <Tooltip label={texts.needsRole(texts.roles.editor)} disabled={may}>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={`${words.giveBack}: ${id}`}
                          data-disabled={!may}
                          aria-disabled={!may}
                          onClick={may ? () => onGiveBack(entry) : undefined}
                        >
                          {words.giveBack}
                        </Button>
                      </Tooltip>
                    ) : (
                      <Text
                        size="sm"
                        c="dimmed"
                        ms="auto"
                        maw={210}
                        style={{ whiteSpace: 'normal' }}
                      >
                        {words.givenBack(actorName(by ?? '', members?.get(by ?? ''), tokens))}{' '}
                        <Time at={at} />
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

/** Which app redeemed: tokens belong to a platform. */
function Who({ token, id }: { readonly token: Token | undefined; readonly id: string }) {
  if (token === undefined) {
    return (
      <Text size="xs" ff="monospace">
        {id}
      </Text>
    );
  }
  const { kind, prefix } = token;
  return (
    <>
      <Text size="sm">{kind === 'server' ? linksTexts.server : texts.platforms[kind]}</Text>
      <Text size="xs" ff="monospace" c="dimmed">
        {prefix}…
      </Text>
    </>
  );
}
