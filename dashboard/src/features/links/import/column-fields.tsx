import { Alert, NativeSelect, Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import { Cell, Row, Rows } from '../../../components/rows.tsx';
import { importing as words } from '../../../texts/importing.ts';
import {
  IMPORTED_COLUMNS,
  type ImportedColumn,
} from '../../../../../server/src/domain/link/link-cells.ts';
import type { Mapping } from './import-fields.ts';

interface ColumnFieldsProps {
  readonly header: readonly string[];
  readonly samples: readonly (readonly string[])[];
  readonly mapping: Mapping;
  /** Fields that several columns set. */
  readonly doubled: ReadonlySet<ImportedColumn>;
  readonly disabled: boolean;
  readonly onChange: (mapping: Mapping) => void;
}

const OPTIONS = [
  { value: '', label: words.ignored },
  ...IMPORTED_COLUMNS.map((field) => ({ value: field, label: words.fields[field] })),
];
/** Characters of a value that are shown. */
const SHOWN = 60;

/** The columns of the file with their first values and the fields that they set. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { header, samples, mapping, doubled, disabled, onChange } = props;
  return (
    <>
      <Rows label={words.columns} columns={[words.column, words.examples, words.field]}>
        {header.map((name, index) => {
          const field = mapping[index] ?? null;
          const column = name === '' ? words.unnamed(index + 1) : name;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- columns keep their places
            <Row key={index}>
              <Cell>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {shortened(column)}
                </Text>
              </Cell>
              <Cell label={words.examples}>
                <Hint style={{ overflowWrap: 'anywhere' }}>{samplesText(samples, index)}</Hint>
              </Cell>
              <Cell label={words.field}>
                <NativeSelect
                  aria-label={words.fieldOf(shortened(column))}
                  value={field ?? ''}
                  disabled={disabled}
                  error={field !== null && doubled.has(field) ? words.doubled : undefined}
                  data={OPTIONS}
                  onChange={(event) => {
                    const chosen = event.currentTarget.value;
                    const next = IMPORTED_COLUMNS.find((one) => one === chosen) ?? null;
                    onChange(mapping.with(index, next));
                  }}
                />
              </Cell>
            </Row>
          );
        })}
      </Rows>
      {!mapping.includes('uri') && (
        <Alert color="orange" role="status">
          {words.noDestination}
        </Alert>
      )}
    </>
  );
}

function samplesText(samples: readonly (readonly string[])[], index: number): string {
  return samples.map((cells) => shortened(cells[index] || words.emptyValue)).join(' · ');
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
