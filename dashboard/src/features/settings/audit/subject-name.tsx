import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../api/types.ts';
import { shownName } from '../../../lib/shown-name.ts';
import { audit as auditTexts } from '../../../texts/people.ts';
import type { Subject } from './sentence.ts';
import type { Names } from './use-names.ts';

interface SubjectProps {
  readonly app: string;
  readonly entry: AuditEntry;
  readonly subject: Subject;
  readonly names: Names;
}

/** What something was done to, as a way to it where it is still there. */
export function SubjectName({ app, entry, subject: { kind, id }, names }: SubjectProps) {
  const fields = entry.after ?? entry.before ?? {};
  const word = (name: string): string | undefined =>
    typeof fields[name] === 'string' ? fields[name] : undefined;
  switch (kind) {
    case 'link':
      return (
        <Anchor
          component={Link}
          to="/$app/links/$code"
          params={{ app, code: id } as never}
          inherit
          underline="always"
          ff="monospace"
        >
          {id}
        </Anchor>
      );
    case 'token':
      return (
        <Anchor
          component={Link}
          to="/$app/settings/tokens"
          params={{ app } as never}
          hash={id}
          inherit
          underline="always"
          ff="monospace"
        >
          {`${names.tokens.get(id)?.prefix ?? word('prefix') ?? id}…`}
        </Anchor>
      );
    case 'member': {
      const member = names.members.get(id);
      if (member === undefined) {
        return <Name>{word('email') ?? names.past.get(id) ?? auditTexts.formerMember}</Name>;
      }
      return (
        <Anchor
          component={Link}
          to="/$app/settings/members"
          params={{ app } as never}
          hash={id}
          inherit
          underline="always"
        >
          {shownName(member)}
        </Anchor>
      );
    }
    case 'invitation':
      return <Name>{word('email') ?? auditTexts.somebody}</Name>;
    default:
      return <Name>{kind === 'app' ? app : id}</Name>;
  }
}

function Name({ children }: { readonly children: string }) {
  return (
    <Text span inherit fw={500}>
      {children}
    </Text>
  );
}
