import { ActionIcon, Anchor, Popover, Text } from '@mantine/core';
import { CircleQuestionMark } from 'lucide-react';
import { help as texts } from '../texts/help.ts';

export interface HelpProps {
  readonly term: keyof typeof texts.terms;
}

/** A button that explains a term. */
export function Help({ term }: HelpProps) {
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
