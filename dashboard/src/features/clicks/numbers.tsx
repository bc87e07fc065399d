import { Group, Paper, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ClickReport } from '../../api/types.ts';
import { clicks as words } from '../../texts/clicks.ts';
import { number } from '../../texts/counted.ts';
import { comparedSums } from './chart-data.ts';
import { numberChange, shortNumber } from './format.ts';
import { comparablePeriod } from './kept-counts.ts';
import classes from './numbers.module.css';
import { MEASURES, type Measure, type View } from './view.ts';

/** Keyboards show the explanations too. */
const EVENTS = { hover: true, focus: true, touch: false } as const;

interface NumbersProps {
  readonly summary: ClickReport;
  readonly view: View;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: number;
  readonly onShow: (measure: Measure) => void;
}

/** The numbers of the period; each is a button that shows it in the chart and in the breakdowns. */
export function Numbers({ summary, view, now, onShow }: NumbersProps) {
  const { clicks, visitors } = summary.lifetime;
  const previous = comparablePeriod(summary, now);
  return (
    <div className={classes.frame}>
      <Paper withBorder className={classes.numbers ?? ''}>
        {MEASURES.map((measure) => (
          <Tooltip
            key={measure}
            label={`${words.measureTexts[measure]} ${words.changeText}`}
            events={EVENTS}
            multiline
            w={280}
            openDelay={400}
          >
            <UnstyledButton
              className={classes.number ?? ''}
              aria-pressed={measure === view.measure}
              onClick={() => onShow(measure)}
            >
              <Text size="sm" fw={500}>
                {words.measures[measure]}
              </Text>
              <Amount value={summary.totals[measure]} />
              <Group gap="0 6px" mih={20}>
                <Change sums={comparedSums(summary, previous, measure, now, view)} />
                <Text span size="xs" c="dimmed">
                  {words.measureHints[measure]}
                </Text>
              </Group>
            </UnstyledButton>
          </Tooltip>
        ))}
        <Tooltip label={words.lifetimeText} multiline w={280} openDelay={400}>
          <div className={classes.number} tabIndex={0}>
            <Text size="sm" fw={500}>
              {words.lifetime}
            </Text>
            <Amount value={clicks} />
            <Text size="xs" c="dimmed">
              {words.lifetimeHint(shortNumber(visitors))}
            </Text>
          </div>
        </Tooltip>
      </Paper>
    </div>
  );
}

function Amount({ value }: { readonly value: number }) {
  return (
    <div className={classes.value} title={number(value)}>
      {shortNumber(value)}
    </div>
  );
}

const ICONS = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight };

/** The change since the previous period. More other traffic is not better, so that there is no good or bad color. */
function Change({ sums }: { readonly sums: ReturnType<typeof comparedSums> }) {
  const change = sums && numberChange(sums.now, sums.before);
  if (!change) return null;
  const Icon = ICONS[change.direction];
  return (
    <Text
      span
      size="xs"
      fw={600}
      className={classes.change ?? ''}
      title={words.change(change.text)}
      style={{ flex: 'none' }}
    >
      <Icon size={14} aria-hidden />
      {change.text}
    </Text>
  );
}
