import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Suspense, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { SetupProgress } from '../../api/types.ts';
import { lazyLayer } from '../../components/lazy-part.tsx';
import { firstSteps as texts } from '../../texts/first-steps.ts';
import { StepItem } from './step-item.tsx';
import classes from './steps-panel.module.css';
import type { Step } from './steps.ts';

const PhoneTest = lazyLayer(async () => (await import('./phone-test.tsx')).PhoneTest);

interface StepsPanelProps {
  readonly steps: readonly Step[];
  readonly link: SetupProgress['newest_link'];
  /** Visits are counted, so the test with a phone is noticed. */
  readonly isCounted: boolean;
  readonly isAlone: boolean;
  readonly isTesting: boolean;
  readonly onTest: (opened: boolean) => void;
  readonly onTested: (tested: boolean) => void;
  readonly onHide: () => void;
  /** Gets the height of the panel as it is shown at first, in pixels. */
  readonly onHeight: (pixels: number) => void;
}

/** The first steps with their state; beside a list, only the next one until they are opened. */
export function StepsPanel(props: StepsPanelProps) {
  const { steps, link, isCounted, isAlone, isTesting, onTest, onTested, onHide, onHeight } = props;
  const [isOpened, setOpened] = useState(isAlone);
  // It stays after it was opened, so that it can close slowly.
  const [hasTest, setHasTest] = useState(isTesting);
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const measure = useEffectEvent(() => onHeight(panel.current?.offsetHeight ?? 0));
  // Before it is painted: what is below appears together with it.
  useLayoutEffect(() => measure(), []);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const nextText = isOpened || !next ? undefined : texts.next(texts.steps[next.name].title);
  const Arrow = isOpened ? ChevronUp : ChevronDown;
  return (
    <Paper ref={panel} withBorder component="section" aria-labelledby={`${id}-title`}>
      <Group px="md" py="xs" gap="sm" wrap="nowrap" justify="space-between">
        <Group gap="xs" wrap="wrap" style={{ minWidth: 0, rowGap: 0 }}>
          <Title order={2} id={`${id}-title`} fz="md">
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.count(done, steps.length)}
          </Text>
          {nextText && (
            <Text size="sm" visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {nextText}
            </Text>
          )}
        </Group>
        <Group gap={4} wrap="nowrap" style={{ flex: 'none' }}>
          <Button
            variant="subtle"
            size="compact-sm"
            rightSection={<Arrow size={14} aria-hidden />}
            aria-expanded={isOpened}
            aria-controls={`${id}-steps`}
            onClick={() => setOpened(!isOpened)}
          >
            {isOpened ? texts.collapse : texts.show}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.hide}
            title={texts.hide}
            onClick={onHide}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {nextText && (
        <Text size="sm" px="md" pb="xs" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
          {nextText}
        </Text>
      )}
      <div id={`${id}-steps`} hidden={!isOpened}>
        <progress
          className={classes.progress}
          max={steps.length}
          value={done}
          aria-label={texts.count(done, steps.length)}
        />
        <Stack component="ol" gap="md" m={0} p="md" style={{ listStyle: 'none' }}>
          {steps.map((step) => (
            <StepItem
              key={step.name}
              step={step}
              hasLink={link !== null}
              isCounted={isCounted}
              onTest={() => {
                setHasTest(true);
                onTest(true);
              }}
            />
          ))}
        </Stack>
      </div>
      {link && hasTest && (
        <Suspense>
          <PhoneTest
            link={link}
            opened={isTesting}
            isCounted={isCounted}
            onClose={() => onTest(false)}
            onTested={onTested}
          />
        </Suspense>
      )}
    </Paper>
  );
}
