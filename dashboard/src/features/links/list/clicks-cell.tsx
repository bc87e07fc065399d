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
        <span className={`${classes.dim} ${classes.none}`}>–</span>
      ) : (
        <>
          <span className={classes.trend}>
            <Sparkline values={clicks.days} width={60} height={18} />
          </span>
          <span className={classes.number} data-zero={clicks.clicks === 0 || undefined}>
            {linksTexts.clicks(clicks.clicks)}
            <span className={classes.unit}> {linksTexts.clicksUnit(clicks.clicks)}</span>
          </span>
        </>
      )}
    </div>
  );
}
