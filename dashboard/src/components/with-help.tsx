import type { ReactNode } from 'react';
import { Help, type HelpProps } from './help.tsx';
import classes from './with-help.module.css';

/** A field, or a text with `inline`, with help at its label. A button cannot be part of the label itself. */
export function WithHelp({
  term,
  inline = false,
  children,
}: HelpProps & { readonly inline?: boolean; readonly children: ReactNode }) {
  return (
    <div className={inline ? classes.inline : classes.field}>
      {children}
      <span className={classes.button}>
        <Help term={term} />
      </span>
    </div>
  );
}
