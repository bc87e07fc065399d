import { Sparkline } from '../../../components/sparkline.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import classes from './links-list.module.css';
import type { ClickDays } from './list-search.ts';
import { useClicksOf } from './use-row-clicks.ts';

interface ClicksCellProps {
  readonly code: string;
  /** The codes of its page. */
  readonly codes: readonly string[];
  readonly days: ClickDays;
}

/** The clicks of a link in the last days; a dash while they are not known. */
export function ClicksCell({ code, codes, days }: ClicksCellProps) {
  const clicks = useClicksOf(code, codes, days);
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
