import type uPlot from 'uplot';
import type { Options } from 'uplot';
import { axisNumber } from './format.ts';
import { markGroups, type PointMarks } from './chart-marks.ts';
import { weekendDays, type Tick } from './ticks.ts';
import type { Unit } from './view.ts';

/** Colors of the theme, as CSS values. */
export interface PlotColors {
  readonly line: string;
  readonly before: string;
  readonly grid: string;
  readonly text: string;
  readonly weekend: string;
  readonly background: string;
}

export function themeColors(element: HTMLElement): PlotColors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    line: color('--mantine-color-link-text'),
    before: color('--mantine-color-placeholder'),
    grid: color('--mantine-color-default-border'),
    text: color('--mantine-color-dimmed'),
    weekend: color('--mantine-color-default-hover'),
    background: color('--mantine-color-body'),
  };
}

export interface PlotSetup {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly starts: readonly number[];
  readonly unit: Unit;
  readonly zone: string;
  readonly ticks: readonly Tick[];
  readonly colors: PlotColors;
  readonly fontSize: number;
  readonly fontFamily: string;
  /** The index of the point at the cursor; null if there is none. */
  readonly onPoint: (index: number | null) => void;
  /** What is marked on the time axis. */
  readonly marks: () => PointMarks;
}

/** The columns are: complete points, the segment to the current point, and the previous period. */
export function plotOptions(setup: PlotSetup): Options {
  const { width, height, starts, unit, zone, ticks, colors } = setup;
  const font = `${setup.fontSize}px ${setup.fontFamily}`;
  const isSingle = starts.length === 1;
  const line = { stroke: colors.line, width: 2, points: { show: isSingle, size: 8 } };
  const weekends = unit === 'day' && starts.length <= 100 ? weekendDays(starts, zone) : [];
  const label = new Map(ticks.map((tick) => [tick.index, tick.label]));
  return {
    width,
    height,
    padding: [12, 28, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      // The line is always at a point.
      move: (plot, left, top) =>
        left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), 'x'), top],
      points: { size: 9, width: 2, fill: colors.background },
    },
    scales: {
      x: { time: false, range: () => (isSingle ? [-0.5, 0.5] : [0, starts.length - 1]) },
      y: { range: (_, __, most) => [0, Math.max(4, most * 1.05)] },
    },
    axes: [
      {
        stroke: colors.text,
        font,
        size: 34,
        gap: 8,
        grid: { show: false },
        ticks: { show: false },
        splits: () => ticks.map(({ index }) => index),
        values: (_, splits) => splits.map((index) => label.get(index) ?? ''),
      },
      {
        stroke: colors.text,
        font,
        size: 44,
        gap: 8,
        space: 48,
        incrs: WHOLE,
        grid: { stroke: colors.grid, width: 1 },
        ticks: { show: false },
        values: (_, splits) => splits.map(axisNumber),
      },
    ],
    series: [
      {},
      { ...line, fill: (plot) => area(plot, colors.line) },
      { ...line, fill: (plot) => area(plot, colors.line), dash: [4, 4] },
      {
        stroke: colors.before,
        width: 1.5,
        dash: [4, 4],
        points: { show: isSingle, size: 6 },
      },
    ],
    hooks: {
      drawClear: [(plot) => shade(plot, weekends, colors.weekend)],
      draw: [(plot) => drawMarks(plot, setup)],
      setCursor: [({ cursor: { idx } }) => setup.onPoint(idx ?? null)],
    },
  };
}

/** Clicks are whole numbers, and so are their labels. */
const WHOLE = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();

/** The background below the line, which fades toward the axis. */
function area({ ctx, bbox }: uPlot, color: string): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, `color-mix(in srgb, ${color} 26%, transparent)`);
  gradient.addColorStop(1, `color-mix(in srgb, ${color} 3%, transparent)`);
  return gradient;
}

/** The distance in CSS pixels from which two marks are drawn as two. */
const MARK_DISTANCE = 18;

/** Draws a dashed line at each mark, and a dot above; a group of marks shares a dot with their number. */
function drawMarks(plot: uPlot, { marks, colors, fontSize, fontFamily }: PlotSetup): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const x = (index: number): number => plot.valToPos(index, 'x', true);
  const perPoint = Math.abs(x(1) - x(0)) / ratio || 1;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colors.text;
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const index of marks().keys()) {
    ctx.beginPath();
    ctx.moveTo(x(index), bbox.top);
    ctx.lineTo(x(index), bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = `600 ${0.85 * fontSize * ratio}px ${fontFamily}`;
  for (const { first, last, count } of markGroups(marks(), MARK_DISTANCE / perPoint)) {
    const middle = (x(first) + x(last)) / 2;
    ctx.fillStyle = colors.text;
    ctx.beginPath();
    ctx.arc(middle, bbox.top, (count === 1 ? 4 : 8) * ratio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.fillStyle = colors.background;
    if (count > 1) ctx.fillText(count > 99 ? '…' : String(count), middle, bbox.top);
  }
  ctx.restore();
}

/** Draws a light background behind days. */
function shade(plot: uPlot, indexes: readonly number[], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = color;
  ctx.globalAlpha = 0.6;
  for (const index of indexes) {
    const [left, right] = [index - 0.5, index + 0.5].map((x) =>
      Math.min(Math.max(plot.valToPos(x, 'x', true), bbox.left), bbox.left + bbox.width),
    ) as [number, number];
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
  }
  ctx.restore();
}
