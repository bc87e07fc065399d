import { Text } from '@mantine/core';
import { useApp } from '../../../api/session.ts';
import type { AuditEntry } from '../../../api/types.ts';
import { TextLink } from '../../../components/link.tsx';
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

/** Links inside of a sentence. */
const IN_SENTENCE = { inherit: true, underline: 'always' } as const;

/** The subject of an entry, as a link if it still exists. */
export function SubjectName({ entry, subject: { kind, id }, names }: SubjectProps) {
  const app = useApp();
  const fields = entry.after ?? entry.before ?? {};
  const textOf = (name: string): string | undefined =>
    typeof fields[name] === 'string' ? fields[name] : undefined;
  switch (kind) {
    case 'link':
      return (
        <TextLink to="/$app/links/$code" params={{ app, code: id }} ff="monospace" {...IN_SENTENCE}>
          {id}
        </TextLink>
      );
    case 'token':
      return (
        <TextLink
          to="/$app/settings/tokens"
          params={{ app }}
          hash={id}
          ff="monospace"
          {...IN_SENTENCE}
        >
          {`${names.tokens.get(id)?.prefix ?? textOf('prefix') ?? id}…`}
        </TextLink>
      );
    case 'member': {
      const member = names.members.get(id);
      if (member === undefined) {
        return <Name>{textOf('email') ?? names.past.get(id) ?? actors.formerMember}</Name>;
      }
      return (
        <TextLink to="/$app/settings/members" params={{ app }} hash={id} {...IN_SENTENCE}>
          {shownName(member)}
        </TextLink>
      );
    }
    case 'invitation':
      return <Name>{textOf('email') ?? auditTexts.anyone}</Name>;
    case 'webhook':
      return <Name>{textOf('description') ?? textOf('host') ?? id}</Name>;
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
