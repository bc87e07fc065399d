import type { ReactNode } from 'react';
import { Help, type HelpProps } from './help.tsx';
import classes from './with-help.module.css';

/** A field with help at its label. A button cannot be part of the label itself. */
export function WithHelp({ term, children }: HelpProps & { readonly children: ReactNode }) {
  return (
    <div className={classes.field}>
      {children}
      <span className={classes.button}>
        <Help term={term} />
      </span>
    </div>
  );
}

/** A text with help at its end, in the line of its last word. */
export function TextWithHelp({ term, text }: HelpProps & { readonly text: string }) {
  const last = text.lastIndexOf(' ') + 1;
  return (
    <>
      {text.slice(0, last)}
      <span className={classes.last}>
        {text.slice(last)} <Help term={term} />
      </span>
    </>
  );
}
