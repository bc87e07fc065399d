import { Skeleton, VisuallyHidden } from '@mantine/core';
import { shared as texts } from '../../../texts/shared.ts';
import classes from './links-list.module.css';

const ROWS = 8;

/** The outline of the list while it loads. */
export function ListSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <div className={classes.table}>
        <div className={classes.head}>
          <div className={classes.headRow} />
        </div>
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className={classes.bone}>
            <Skeleton height={12} width={88} />
            <Skeleton height={12} width={`${30 + ((index * 7) % 5) * 6}%`} />
          </div>
        ))}
      </div>
    </div>
  );
}
