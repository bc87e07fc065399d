import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './two-columns.module.css';

interface TwoColumnsProps {
  readonly children: ReactNode;
  /** Beside the content on wide screens, below it on narrow ones. */
  readonly aside: ReactNode;
}

export function TwoColumns({ children, aside }: TwoColumnsProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.columns}>
        <Stack gap="lg" miw={0}>
          {children}
        </Stack>
        <div className={styles.aside}>{aside}</div>
      </div>
    </div>
  );
}
