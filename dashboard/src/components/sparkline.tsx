import { sparklinePath } from '../lib/sparkline-path.ts';

interface SparklineProps {
  readonly values: readonly number[];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A small line without axes. It only illustrates a number beside it. */
export function Sparkline({ values, width, height }: SparklineProps) {
  const isFlat = values.every((value) => value === 0);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`-1 -1.5 ${width + 2} ${height + 3}`}
      aria-hidden
      style={{ display: 'block', flex: 'none' }}
    >
      <path
        d={sparklinePath(values, width, height)}
        fill="none"
        stroke={isFlat ? 'var(--mantine-color-default-border)' : 'var(--mantine-color-link-text)'}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
