import { shared as texts } from '../texts/shared.ts';
import classes from './copied-status.module.css';

/** Announces to screen readers that a text was copied. It is plain HTML, because long lists have one in each row. */
export function CopiedStatus({ copied }: { readonly copied: boolean }) {
  return (
    <span role="status" className={classes.status}>
      {copied ? texts.copied : ''}
    </span>
  );
}
