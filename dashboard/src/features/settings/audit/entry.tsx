import { Box, Button, Collapse, Group, Text, ThemeIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import {
  ChevronDown,
  ChevronRight,
  KeyRound,
  Link2,
  Mail,
  Settings,
  UserRound,
} from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { AuditEntry } from '../../../api/types.ts';
import { Change } from '../../../components/change.tsx';
import { wholeTime } from '../../../lib/time.ts';
import { audit as words } from '../../../texts/people.ts';
import { changeOf, sentenceOf, subjectOf, type Subject } from './sentence.ts';
import { SubjectName } from './subject-name.tsx';
import type { Names } from './use-names.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const ICONS: Readonly<Record<Subject['kind'], typeof Link2>> = {
  link: Link2,
  token: KeyRound,
  member: UserRound,
  invitation: Mail,
  app: Settings,
  other: Settings,
};

interface EntryProps {
  readonly app: string;
  readonly entry: AuditEntry;
  readonly names: Names;
  readonly first: boolean;
}

/** One sentence; behind it, what was there before and after. */
export function Entry({ app, entry, names, first }: EntryProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  const subject = subjectOf(entry.what);
  // Of the others, the sentence says all there is.
  const more = subject.kind === 'link' || subject.kind === 'app' || subject.kind === 'other';
  const Icon = ICONS[subject.kind];
  const Chevron = opened ? ChevronDown : ChevronRight;
  return (
    <Box
      component="li"
      px="md"
      py="sm"
      style={first ? {} : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" color="gray" size={28} aria-hidden>
          <Icon size={15} />
        </ThemeIcon>
        <Group flex={1} miw={0} gap="xs" justify="space-between" mih={28}>
          <Text size="sm" id={id} flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
            <SentenceText app={app} entry={entry} subject={subject} names={names} />
          </Text>
          <Group gap="xs" wrap="nowrap">
            {more && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                rightSection={<Chevron size={14} aria-hidden />}
                onClick={toggle}
                aria-expanded={opened}
                aria-describedby={id}
              >
                {words.details}
              </Button>
            )}
            <Tooltip label={wholeTime(entry.at)}>
              <Text component="time" dateTime={entry.at} size="xs" c="dimmed">
                {CLOCK.format(new Date(entry.at))}
              </Text>
            </Tooltip>
          </Group>
        </Group>
      </Group>
      <Collapse expanded={opened}>
        <Box pt="sm" ps={{ base: 0, sm: 40 }}>
          {opened && <Change {...changeOf(entry)} />}
        </Box>
      </Collapse>
    </Box>
  );
}

interface SentenceProps extends Omit<EntryProps, 'first'> {
  readonly subject: Subject;
}

function SentenceText({ app, entry, subject, names }: SentenceProps): ReactNode {
  const { template, words: places } = sentenceOf(entry);
  // Between the braces stand names, so that another language may have another order.
  return template.split(/\{(\w+)\}/).map((text, index) => {
    if (index % 2 === 0) return text;
    if (text === 'who') {
      return (
        <Text key={text} span inherit fw={600}>
          {whoDid(entry, names)}
        </Text>
      );
    }
    if (text === 'what') {
      return <SubjectName key={text} app={app} entry={entry} subject={subject} names={names} />;
    }
    return <Fragment key={text}>{places[text]}</Fragment>;
  });
}

function whoDid({ by, by_name }: AuditEntry, { tokens, members, past }: Names): string {
  if (by_name !== undefined && by_name !== null) return by_name;
  if (by === 'operator') return words.operator;
  if (!by.startsWith('tok_')) return members.get(by)?.email ?? past.get(by) ?? words.formerMember;
  const token = tokens.get(by);
  return token === undefined ? words.unknownToken : words.token(token.prefix);
}
