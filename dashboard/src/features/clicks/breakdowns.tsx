import type { ReactNode } from 'react';
import { BreakdownCard, type BreakdownProps } from './breakdown-card.tsx';
import classes from './breakdown.module.css';
import { cardLayout } from './card-layout.ts';
import type { Dimension } from './clicks-parameters.ts';

interface BreakdownsProps extends BreakdownProps {
  /** What is before the cards, as wide as four of them. */
  readonly first: ReactNode;
  /** Does the service record countries? */
  readonly withCountries: boolean;
}

/** Where clicks come from and what visitors got. */
export function Breakdowns({ first, withCountries, ...props }: BreakdownsProps) {
  const { measure, filters } = props.view;
  const withKinds = measure === 'other' || filters.some(({ by }) => by === 'kind');
  // Countries can be known from a time when they were recorded.
  const hasCountries = props.summary.breakdowns.country?.some(({ value }) => value !== '') ?? false;
  const hidden: Dimension[] = [];
  if (!withKinds) hidden.push('kind');
  if (!withCountries && !hasCountries) hidden.push('country');
  return (
    <div className={classes.frame}>
      <div className={classes.grid}>
        {first}
        {cardLayout(hidden, first ? 4 : 0).map(({ dimensions, wide }) => (
          <BreakdownCard key={dimensions[0]} {...props} dimensions={dimensions} wide={wide} />
        ))}
      </div>
    </div>
  );
}
