import { Paper, Text, Title } from '@mantine/core';
import type { ClickReport } from '../../api/types.ts';
import { Hint } from '../../components/hint.tsx';
import { clicks as words } from '../../texts/clicks.ts';
import { number } from '../../texts/counted.ts';
import { share, shortNumber } from './format.ts';
import classes from './funnel.module.css';
import { funnelSteps, type FunnelStep } from './funnel.ts';

/** What followed the visits: the app store, the app, a redemption. */
export function FunnelCard({ summary }: { readonly summary: ClickReport }) {
  const { funnel } = summary;
  const { title, filtered, none, note } = words.funnel;
  return (
    <Paper withBorder component="section" aria-label={title} className={classes.card ?? ''}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {funnel === null ? (
        <Hint mt="xs">{filtered}</Hint>
      ) : (
        <>
          <ol className={classes.steps}>
            {funnelSteps(funnel).map((step) => (
              <StepItem key={step.step} {...step} />
            ))}
          </ol>
          <Hint size="xs">{funnel.opened === 0 ? none : note}</Hint>
        </>
      )}
    </Paper>
  );
}

function StepItem({ step, count, part, ofVisits }: FunnelStep) {
  return (
    <li className={classes.step}>
      <Text size="sm" fw={500}>
        {words.funnel.steps[step]}
      </Text>
      <div className={classes.amount}>
        <span className={classes.count} title={number(count)}>
          {shortNumber(count)}
        </span>
        <Text span size="xs" c="dimmed">
          {ofVisits && words.funnel.share(share(ofVisits.count, ofVisits.visits))}
        </Text>
      </div>
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${part * 100}%` }} />
      </div>
    </li>
  );
}
