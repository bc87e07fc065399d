import { ActionIcon, Anchor, Popover, Text } from '@mantine/core';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { help as texts } from '../texts/help.ts';
import classes from './with-help.module.css';

interface HelpProps {
  readonly term: keyof typeof texts.terms;
}

/** A field with help at its label. A button cannot be part of the label itself. */
export function WithHelp({ term, children }: HelpProps & { readonly children: ReactNode }) {
  return (
    <div className={classes.field}>
      {children}
      <span className={classes.button}>
        <Help term={term} />
      </span>
    </div>
  );
}

/** A text with help at its end, in the line of its last word. */
export function TextWithHelp({ term, text }: HelpProps & { readonly text: string }) {
  const last = text.lastIndexOf(' ') + 1;
  return (
    <>
      {text.slice(0, last)}
      <span className={classes.last}>
        {text.slice(last)} <Help term={term} />
      </span>
    </>
  );
}

/** A button that explains a term. */
function Help({ term }: HelpProps) {
  const { title, text } = texts.terms[term];
  return (
    <Popover width={300} position="bottom" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          radius="xl"
          aria-label={texts.button(title)}
        >
          <CircleQuestionMark size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" my={4}>
          {text}
        </Text>
        <Anchor size="sm" href={`../docs/terms#${term}`} target="_blank" className="tap">
          {texts.more}
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}
