import { Paper, Table, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './rows.module.css';

interface RowsProps {
  /** What the table lists, for screen readers. */
  readonly label: string;
  /** The column headers; the header of the actions is visible to screen readers only. */
  readonly columns: readonly string[];
  readonly actions?: string;
  readonly children: ReactNode;
}

/** A table that becomes a list of cards on narrow screens. With explicit roles, screen readers still see a table. */
export function Rows({ label, columns, actions, children }: RowsProps) {
  return (
    <Paper withBorder className={classes.frame ?? ''}>
      <Table
        className={classes.table ?? ''}
        role="table"
        aria-label={label}
        verticalSpacing="sm"
        horizontalSpacing="md"
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column} role="columnheader" scope="col" c="dimmed" fw={500} fz="sm">
                {column}
              </Table.Th>
            ))}
            {actions !== undefined && (
              <Table.Th role="columnheader" scope="col">
                <VisuallyHidden>{actions}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </Paper>
  );
}

interface RowProps {
  /** The fragment of the URL that selects this row. */
  readonly id?: string;
  /** The URL selects this row: highlight it and scroll to it. */
  readonly marked?: boolean;
  readonly children: ReactNode;
}

export function Row({ id, marked = false, children }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: 'center' });
  }, [marked]);
  return (
    <Table.Tr ref={row} role="row" id={id} className={marked ? (classes.marked ?? '') : ''}>
      {children}
    </Table.Tr>
  );
}

/** `label` is the column header; the first cell of a row needs none. */
export function Cell({
  label,
  children,
}: {
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <Table.Td role="cell" data-label={label}>
      {children}
    </Table.Td>
  );
}

export function ActionCell({ children }: { readonly children: ReactNode }) {
  return (
    <Table.Td role="cell" className={classes.actions ?? ''}>
      {children}
    </Table.Td>
  );
}
