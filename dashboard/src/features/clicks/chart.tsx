import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import uPlot from 'uplot';
import { clicks as words } from '../../texts/clicks.ts';
import { chartColumns, type ChartProps } from './chart-data.ts';
import { ChartTip } from './chart-tip.tsx';
import classes from './chart.module.css';
import { plotOptions, themeColors } from './plot-options.ts';
import { chartTicks, pointName } from './ticks.ts';

/** The least distance of two labels, in pixels. */
const LABEL_WIDTH = 72;

/** A line chart. Arrow keys move between its points, which screen readers read as the values of a slider. */
export function Chart({ points, measure, unit, zone, compare, marks }: ChartProps) {
  const { ref: sized, width, height } = useElementSize<HTMLDivElement>();
  const own = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const scheme = useComputedColorScheme('light');
  const [shown, setShown] = useState<number | null>(null);
  // The start of the point that was chosen with the keyboard: a plot that is made later shows it.
  const chosen = useRef<number | null>(null);
  // The plot draws those of the last render.
  const drawn = useRef(marks);
  useEffect(() => {
    drawn.current = marks;
  }, [marks]);
  const data = useMemo(() => {
    const { complete, current, before } = chartColumns(points);
    const none = points.map(() => null);
    return [points.map((_, index) => index), complete, current, compare ? before : none];
  }, [points, compare]) as uPlot.AlignedData;
  // New numbers of the same period keep the plot and its cursor.
  const times = points.map(({ start }) => start).join();
  useEffect(() => {
    const element = own.current;
    if (!element || width === 0 || height === 0) return undefined;
    const starts = times === '' ? [] : times.split(',').map(Number);
    const style = getComputedStyle(element);
    const made = new uPlot(
      plotOptions({
        width,
        height,
        starts,
        unit,
        zone,
        ticks: chartTicks(starts, unit, zone, Math.max(2, Math.floor(width / LABEL_WIDTH))),
        colors: themeColors(element),
        fontSize: parseFloat(style.fontSize) * 0.75,
        fontFamily: style.fontFamily,
        onPoint: setShown,
        marks: () => drawn.current,
      }),
      undefined,
      element,
    );
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = undefined;
      setShown(null);
    };
  }, [times, unit, zone, width, height, scheme]);
  useEffect(() => {
    const { current } = plot;
    if (!current) return;
    current.setData(data);
    const index = times.split(',').indexOf(String(chosen.current));
    if (index === -1) return;
    // The plot has its scales at the end of this task.
    queueMicrotask(() => {
      if (plot.current === current) pointAt(current, index);
    });
  }, [data, marks, times, unit, zone, width, height, scheme]);

  const move = (index: number | null): void => {
    chosen.current = index === null ? null : (points[index]?.start ?? null);
    if (plot.current) pointAt(plot.current, index);
  };
  const last = points.findLastIndex(({ value }) => value !== null);
  const press = (event: KeyboardEvent): void => {
    const wanted = points.findIndex(({ start }) => start === chosen.current);
    const at = shown ?? (wanted === -1 ? last : wanted);
    const steps: Readonly<Record<string, number | null>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: last,
      Escape: null,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    move(next === null ? null : Math.max(0, Math.min(last, next)));
  };
  const touch = (event: PointerEvent<HTMLDivElement>): void => {
    chosen.current = null;
    const { current } = plot;
    if (event.pointerType === 'mouse' || !current) return;
    current.setCursor({ left: event.clientX - current.over.getBoundingClientRect().left, top: 0 });
  };
  const point = shown === null ? undefined : points[shown];
  const spoken = point ?? points[last];
  const name = words.measures[measure];
  const amount = words.amount[measure];
  return (
    <div className={classes.frame}>
      <div
        ref={useMergedRef(sized, own)}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={`${words.chart(name)}. ${words.chartKeys}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, shown ?? last)}
        aria-valuetext={
          spoken &&
          words.point(
            pointName(spoken.start, spoken.end, unit, zone),
            amount(spoken.value ?? 0),
            compare && spoken.before !== null ? amount(spoken.before) : undefined,
            marks.get(shown ?? last),
          )
        }
        onKeyDown={press}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) move(last);
        }}
        onBlur={() => move(null)}
        onPointerDown={touch}
        onPointerMove={touch}
      />
      {point && shown !== null && plot.current && (
        <ChartTip
          point={point}
          events={marks.get(shown) ?? []}
          unit={unit}
          zone={zone}
          compare={compare}
          left={plot.current.over.offsetLeft + plot.current.valToPos(shown, 'x')}
          width={width}
          flipped={shown > points.length / 2}
        />
      )}
    </div>
  );
}

/** Moves the cursor of a plot to a point; null hides it. */
function pointAt(plot: uPlot, index: number | null): void {
  const left = index === null ? -10 : plot.valToPos(index, 'x');
  plot.setCursor({ left, top: index === null ? -10 : 0 });
}
