import { Text } from '@mantine/core';
import { Sparkline } from '../../../components/sparkline.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import classes from './links-list.module.css';
import { useClicksOf, type ShownClicks } from './use-row-clicks.ts';

interface ClicksCellProps {
  readonly code: string;
  readonly shown: ShownClicks;
}

/** The clicks of a link in the last days; a dash while they are not known. */
export function ClicksCell({ code, shown }: ClicksCellProps) {
  const clicks = useClicksOf(code, shown);
  return (
    <div role="cell" className={classes.clicks}>
      {clicks === undefined ? (
        <Text size="sm" c="dimmed" className={classes.none}>
          –
        </Text>
      ) : (
        <>
          <span className={classes.trend}>
            <Sparkline values={clicks.days} width={60} height={18} />
          </span>
          <Text size="sm" span className={classes.number} c={clicks.clicks === 0 ? 'dimmed' : ''}>
            {linksTexts.clicks(clicks.clicks)}
            <span className={classes.unit}> {linksTexts.clicksUnit(clicks.clicks)}</span>
          </Text>
        </>
      )}
    </div>
  );
}
