import { Box, Button, Collapse, Text, ThemeIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import {
  ChevronDown,
  ChevronRight,
  KeyRound,
  Link2,
  Mail,
  Settings,
  UserRound,
  Webhook,
} from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { AuditEntry } from '../../../api/types.ts';
import { actorName } from '../../../components/actor-name.ts';
import { Changes } from '../../../components/changes.tsx';
import { fieldChanges } from '../../../lib/field-changes.ts';
import { fullTime } from '../../../lib/time.ts';
import { audit as words } from '../../../texts/people.ts';
import classes from './entry.module.css';
import { changeOf, sentenceOf, subjectOf, type Subject } from './sentence.ts';
import { SubjectName } from './subject-name.tsx';
import type { Names } from './use-names.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const ICONS: Readonly<Record<Subject['kind'], typeof Link2>> = {
  link: Link2,
  token: KeyRound,
  member: UserRound,
  invitation: Mail,
  webhook: Webhook,
  app: Settings,
  other: Settings,
};

interface EntryProps {
  readonly entry: AuditEntry;
  readonly names: Names;
}

/** An entry: a sentence that expands to the changes. */
export function Entry({ entry, names }: EntryProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  const subject = subjectOf(entry.what);
  const { before, after } = changeOf(entry);
  // For other entries, the sentence contains everything.
  const more = subject.kind === 'link' || subject.kind === 'app' || subject.kind === 'other';
  const Icon = ICONS[subject.kind];
  const Chevron = opened ? ChevronDown : ChevronRight;
  return (
    <li className={classes.entry}>
      <ThemeIcon variant="light" color="gray" size={28} className={classes.icon ?? ''} aria-hidden>
        <Icon size={15} />
      </ThemeIcon>
      <Text size="sm" id={id} className={classes.sentence ?? ''}>
        <SentenceText entry={entry} subject={subject} names={names} />
      </Text>
      {more && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.details ?? ''}
          rightSection={<Chevron size={14} aria-hidden />}
          onClick={toggle}
          aria-expanded={opened}
          aria-describedby={id}
        >
          <span className={classes.label}>{words.details}</span>
        </Button>
      )}
      <Tooltip label={fullTime(entry.at)}>
        <Text
          component="time"
          dateTime={entry.at}
          tabIndex={0}
          size="xs"
          c="dimmed"
          className={classes.time ?? ''}
        >
          {CLOCK.format(new Date(entry.at))}
        </Text>
      </Tooltip>
      <Collapse expanded={opened} className={classes.change ?? ''}>
        <Box pt="sm">{opened && <Changes changes={fieldChanges(before, after)} />}</Box>
      </Collapse>
    </li>
  );
}

interface SentenceProps extends EntryProps {
  readonly subject: Subject;
}

function SentenceText({ entry, subject, names }: SentenceProps): ReactNode {
  const { template, words: values } = sentenceOf(entry);
  const { by, by_name: byName } = entry;
  const { tokens, members, past } = names;
  // The placeholders have names, so that a translation can reorder them.
  return template.split(/\{(\w+)\}/).map((text, index) => {
    if (index % 2 === 0) return text;
    if (text === 'who') {
      return (
        <Text key={text} span inherit fw={600}>
          {actorName(by, byName ?? members.get(by)?.email ?? past.get(by), tokens)}
        </Text>
      );
    }
    if (text === 'what') {
      return <SubjectName key={text} entry={entry} subject={subject} names={names} />;
    }
    return <Fragment key={text}>{values[text]}</Fragment>;
  });
}
