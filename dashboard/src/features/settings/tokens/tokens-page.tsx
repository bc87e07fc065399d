import '../../../components/mantine-more.css';
import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useApp } from '../../../api/session.ts';
import { tokensQuery } from '../../../api/tokens-query.ts';
import { Empty } from '../../../components/empty.tsx';
import { Page } from '../../../components/page.tsx';
import { RoleButton } from '../../../components/role-button.tsx';
import { TextWithHelp } from '../../../components/with-help.tsx';
import { RoleNote } from '../../../components/role-note.tsx';
import { Rows } from '../../../components/rows.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { tokens as words } from '../../../texts/people.ts';
import { PlatformCreates } from './platform-creates.tsx';
import { NewToken } from './new-token.tsx';
import { TokenRow } from './token-row.tsx';

const COLUMNS = [words.kind, words.prefix, words.created, words.createdBy, words.used];

/** The tokens of an app: active tokens first, revoked tokens on request. */
export function TokensPage() {
  const list = useQuery(tokensQuery(useApp()));
  /** Undefined: not chosen. */
  const [showsRevoked, setShowsRevoked] = useState<boolean>();
  const [creating, { open, close }] = useDisclosure(false);
  const tokens = (list.data?.tokens ?? []).toReversed();
  const byId = new Map(tokens.map((token) => [token.token_id, token]));
  const valid = tokens.filter((token) => token.revoked_at === null);
  const revoked = tokens.filter((token) => token.revoked_at !== null);
  // The audit log also links to revoked tokens.
  const linkedId = useLocation({ select: ({ hash }) => hash });
  const all = showsRevoked ?? revoked.some(({ token_id: id }) => id === linkedId);
  return (
    <Page
      title={settingsTexts.pages.tokens}
      lead={<TextWithHelp term="platform-token" text={words.lead} />}
      actions={
        <RoleButton needs="owner" leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          {words.create}
        </RoleButton>
      }
    >
      <RoleNote role="owner" />
      <QueryState query={list} height={280} />
      {list.isSuccess && valid.length === 0 && (
        <Empty icon={KeyRound} title={words.emptyTitle} text={words.emptyText} />
      )}
      {valid.length > 0 && (
        <Rows label={settingsTexts.pages.tokens} columns={COLUMNS} actions={words.revoke}>
          {valid.map((token) => (
            <TokenRow key={token.token_id} token={token} tokens={byId} />
          ))}
        </Rows>
      )}
      {revoked.length > 0 && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => setShowsRevoked(!all)}
            aria-expanded={all}
          >
            {all ? words.hideRevoked : words.showRevoked(revoked.length)}
          </Button>
        </div>
      )}
      {all && revoked.length > 0 && (
        <Rows label={words.revoked} columns={[...COLUMNS, words.revoked]}>
          {revoked.map((token) => (
            <TokenRow key={token.token_id} token={token} tokens={byId} />
          ))}
        </Rows>
      )}
      <Suspense fallback={<Skeleton height={320} aria-busy />}>
        <PlatformCreates links={list.data?.platform_links} />
      </Suspense>
      <NewToken opened={creating} onClose={close} />
    </Page>
  );
}
