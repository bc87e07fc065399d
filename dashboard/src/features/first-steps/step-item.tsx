import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { Circle, CircleCheck } from 'lucide-react';
import { useApp } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { ButtonLink } from '../../components/link.tsx';
import { firstSteps as texts } from '../../texts/first-steps.ts';
import type { Step, StepName } from './steps.ts';

interface StepItemProps {
  readonly step: Step;
  readonly hasLink: boolean;
  readonly isCounted: boolean;
  readonly onTest: () => void;
}

const PAGES = {
  base: '/$app/settings/platforms',
  domain: '/$app/settings/hosts',
  association: '/$app/settings/platforms',
  link: '/$app/links/new',
} as const satisfies Record<Exclude<StepName, 'phone'>, string>;

/** A step: what it is for, and until it is done, where to do it. */
export function StepItem({ step: { name, isDone }, hasLink, isCounted, onTest }: StepItemProps) {
  const app = useApp();
  const words = texts.steps[name];
  const Sign = isDone ? CircleCheck : Circle;
  const color = isDone ? 'var(--mantine-color-teal-filled)' : 'var(--mantine-color-dimmed)';
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <Sign size={20} color={color} style={{ flex: 'none' }} aria-hidden />
      <Group justify="space-between" gap="xs" flex={1} style={{ minWidth: 0 }}>
        <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Text size="sm" fw={isDone ? 400 : 500} {...(isDone ? { c: 'dimmed' } : {})}>
            <VisuallyHidden>{isDone ? texts.done : texts.open} </VisuallyHidden>
            {words.title}
          </Text>
          {!isDone && <Hint>{name === 'phone' ? phoneText(hasLink, isCounted) : words.text}</Hint>}
        </div>
        {!isDone && name !== 'phone' && (
          <ButtonLink to={PAGES[name]} params={{ app }} variant="default" size="xs">
            {words.action}
          </ButtonLink>
        )}
        {!isDone && name === 'phone' && hasLink && (
          <Button variant="default" size="xs" onClick={onTest}>
            {words.action}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function phoneText(hasLink: boolean, isCounted: boolean): string {
  const { text, uncounted, noLink } = texts.steps.phone;
  if (!hasLink) return noLink;
  return isCounted ? text : uncounted;
}
