import { Group, Text } from '@mantine/core';
import { clicks as words } from '../../texts/clicks.ts';
import { number } from '../../texts/counted.ts';
import type { ChartPoint, ChartProps } from './chart-data.ts';
import { fewTexts } from './chart-marks.ts';
import classes from './chart.module.css';
import { pointName } from './ticks.ts';

interface ChartTipProps extends Omit<ChartProps, 'points' | 'marks' | 'measure'> {
  readonly point: ChartPoint;
  /** What happened at this time. */
  readonly events: readonly string[];
  /** Pixels from the left edge of the chart. */
  readonly left: number;
  /** The width of the chart, in pixels. */
  readonly width: number;
  /** On the left side of the point. */
  readonly flipped: boolean;
}

/** The lines about what happened. */
const MAX_EVENTS = 5;

/** What the chart shows at one point. Screen readers get it from the chart itself. */
export function ChartTip(props: ChartTipProps) {
  const { point, events, unit, zone, compare, left, width, flipped } = props;
  const { start, end, value, before, beforeStart, beforeEnd, current } = point;
  // Beside the point, but never outside of the chart. The percentages are those of its own width.
  const transform = flipped
    ? `translateX(max(-100% - 12px, ${-left}px))`
    : `translateX(min(12px, ${width - left}px - 100%))`;
  return (
    <div className={classes.tip} style={{ left, transform }} aria-hidden>
      <Value isBefore={false} name={pointName(start, end, unit, zone)} value={value} />
      {current && (
        <Text size="xs" c="dimmed" pl={24}>
          {words.soFar}
        </Text>
      )}
      {compare && before !== null && beforeStart !== null && beforeEnd !== null && (
        <Value isBefore name={pointName(beforeStart, beforeEnd, unit, zone)} value={before} />
      )}
      {fewTexts(events, MAX_EVENTS, words.marks.more).map((event, index) => (
        <Text key={index} size="xs" className={classes.event ?? ''}>
          {event}
        </Text>
      ))}
    </div>
  );
}

interface ValueProps {
  readonly isBefore: boolean;
  readonly name: string;
  readonly value: number | null;
}

function Value({ isBefore, name, value }: ValueProps) {
  return (
    <Group gap={8} wrap="nowrap" justify="space-between">
      <Group gap={8} wrap="nowrap">
        <span
          className={classes.key}
          data-before={isBefore || undefined}
          style={{ flex: 'none' }}
        />
        <Text span size="xs" c="dimmed">
          {name}
        </Text>
      </Group>
      <Text span size="sm" fw={isBefore ? 400 : 600} pl="sm">
        {value === null ? '–' : number(value)}
      </Text>
    </Group>
  );
}
