import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApp } from '../../../api/session.ts';
import type { AuditEntry } from '../../../api/types.ts';
import { shownName } from '../../../lib/shown-name.ts';
import { audit as auditTexts } from '../../../texts/people.ts';
import { actors } from '../../../texts/actors.ts';
import type { Subject } from './sentence.ts';
import type { Names } from './use-names.ts';

interface SubjectProps {
  readonly entry: AuditEntry;
  readonly subject: Subject;
  readonly names: Names;
}

/** The subject of an entry, as a link if it still exists. */
export function SubjectName({ entry, subject: { kind, id }, names }: SubjectProps) {
  const app = useApp();
  const fields = entry.after ?? entry.before ?? {};
  const textOf = (name: string): string | undefined =>
    typeof fields[name] === 'string' ? fields[name] : undefined;
  switch (kind) {
    case 'link':
      return (
        <SubjectLink to="/$app/links/$code" params={{ app, code: id }} ff="monospace">
          {id}
        </SubjectLink>
      );
    case 'token':
      return (
        <SubjectLink to="/$app/settings/tokens" params={{ app }} hash={id} ff="monospace">
          {`${names.tokens.get(id)?.prefix ?? textOf('prefix') ?? id}…`}
        </SubjectLink>
      );
    case 'member': {
      const member = names.members.get(id);
      if (member === undefined) {
        return <Name>{textOf('email') ?? names.past.get(id) ?? actors.formerMember}</Name>;
      }
      return (
        <SubjectLink to="/$app/settings/members" params={{ app }} hash={id}>
          {shownName(member)}
        </SubjectLink>
      );
    }
    case 'invitation':
      return <Name>{textOf('email') ?? auditTexts.anyone}</Name>;
    default:
      return <Name>{kind === 'app' ? app : id}</Name>;
  }
}

interface SubjectLinkProps {
  readonly to: string;
  readonly params: Readonly<Record<string, string>>;
  readonly hash?: string;
  readonly ff?: 'monospace';
  readonly children: string;
}

function SubjectLink({ to, params, ...props }: SubjectLinkProps) {
  return (
    <Anchor
      component={Link}
      to={to}
      params={params as never}
      inherit
      underline="always"
      {...props}
    />
  );
}

function Name({ children }: { readonly children: string }) {
  return (
    <Text span inherit fw={500}>
      {children}
    </Text>
  );
}
