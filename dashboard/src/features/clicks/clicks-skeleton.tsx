import { Skeleton, VisuallyHidden } from '@mantine/core';
import { shared as texts } from '../../texts/shared.ts';
import breakdown from './breakdown.module.css';
import classes from './clicks-view.module.css';

const CARDS = 6;

/** The outline of the numbers, the chart and the breakdowns while they load. */
export function ClicksSkeleton() {
  return (
    <div className={classes.parts} aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Skeleton className={classes.numbersBone ?? ''} />
      <Skeleton className={classes.chartBone ?? ''} />
      <div className={breakdown.grid}>
        {Array.from({ length: CARDS }, (_, index) => (
          <Skeleton key={index} height={300} />
        ))}
      </div>
    </div>
  );
}
