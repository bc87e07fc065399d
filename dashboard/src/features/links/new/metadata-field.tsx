import {
  Group,
  Input,
  NativeSelect,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { AddButton } from '../../../components/add-button.tsx';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { IconAction } from '../../../components/icon-action.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import classes from './metadata-field.module.css';
import { EMPTY_PAIR, isEmpty, pairIssues, pairsOf, textOf, type Pair } from './metadata-pairs.ts';

interface MetadataFieldProps {
  /** JSON text, or empty. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: ReactNode;
  /** The problems of values, by their keys. */
  readonly issues: ReadonlyMap<string, string>;
}

const words = linksTexts.metadataFields;

/** The metadata of a new link: keys with texts and numbers, or any document as JSON. */
export function MetadataField({ value, onChange, error, issues }: MetadataFieldProps) {
  const known = pairsOf(value);
  const [mode, setMode] = useState<'pairs' | 'json'>(known === undefined ? 'json' : 'pairs');
  return (
    <Stack gap="xs" role="group" aria-label={linksTexts.metadata}>
      <Group justify="space-between" gap="xs">
        <Input.Label component="div">{linksTexts.metadata}</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={words.mode}
          value={mode}
          onChange={(next) => setMode(next === 'pairs' ? 'pairs' : 'json')}
          data={[
            {
              value: 'pairs',
              label: words.pairs,
              disabled: mode === 'json' && known === undefined,
            },
            { value: 'json', label: words.json },
          ]}
        />
      </Group>
      <Input.Description>
        {mode === 'json' && known === undefined ? words.onlyJson : linksTexts.metadataHint}
      </Input.Description>
      {mode === 'pairs' ? (
        <Pairs
          start={known ?? []}
          onChange={(pairs) => onChange(textOf(pairs))}
          error={error}
          issues={issues}
        />
      ) : (
        <Textarea
          aria-label={linksTexts.metadata}
          placeholder={linksTexts.metadataExample}
          autosize
          minRows={4}
          maxRows={16}
          {...EXACT_INPUT}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )}
    </Stack>
  );
}

interface PairsProps {
  readonly start: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
  readonly error: ReactNode;
  readonly issues: ReadonlyMap<string, string>;
}

/** A pair in the form; the number identifies it while others are removed. */
interface Row extends Pair {
  readonly id: number;
}

function Pairs({ start, onChange, error, issues }: PairsProps) {
  const nextId = useRef(0);
  const rowOf = (pair: Pair): Row => ({ ...pair, id: nextId.current++ });
  const [rows, setRows] = useState((): readonly Row[] =>
    (start.length === 0 ? [EMPTY_PAIR] : start).map(rowOf),
  );
  const [added, setAdded] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const set = (next: readonly Row[]): void => {
    setRows(next);
    onChange(next);
  };
  const change = (id: number, fields: Partial<Pair>): void =>
    set(rows.map((row) => (row.id === id ? { ...row, ...fields } : row)));
  const issueOf = (row: Row): string | undefined =>
    isEmpty(row) ? undefined : issues.get(row.key);
  const hasIssue = rows.some(
    (row, index) => Object.keys(pairIssues(rows, index)).length > 0 || issueOf(row) !== undefined,
  );
  return (
    <Stack gap="xs">
      {rows.map((row, index) => (
        <PairInputs
          key={row.id}
          row={row}
          number={index + 1}
          issues={pairIssues(rows, index)}
          valueIssue={issueOf(row)}
          autoFocus={row.id === added}
          onChange={(fields) => change(row.id, fields)}
          onRemove={() => {
            set(rows.filter(({ id }) => id !== row.id));
            addButton.current?.focus();
          }}
        />
      ))}
      {/* What a row does not show itself, such as an error of the service. */}
      {!hasIssue && error !== undefined && error !== null && <Input.Error>{error}</Input.Error>}
      <AddButton
        ref={addButton}
        onClick={() => {
          const row = rowOf(EMPTY_PAIR);
          setRows([...rows, row]);
          setAdded(row.id);
        }}
      >
        {words.add}
      </AddButton>
    </Stack>
  );
}

interface PairInputsProps {
  readonly row: Row;
  readonly number: number;
  readonly issues: ReturnType<typeof pairIssues>;
  /** A problem of the value as metadata. */
  readonly valueIssue: string | undefined;
  readonly autoFocus: boolean;
  readonly onChange: (fields: Partial<Pair>) => void;
  readonly onRemove: () => void;
}

function PairInputs(props: PairInputsProps) {
  const { row, number, issues, valueIssue, autoFocus, onChange, onRemove } = props;
  const { key, kind, value } = row;
  return (
    <div className={classes.row}>
      <TextInput
        aria-label={words.keyOf(number)}
        placeholder={words.key}
        value={key}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
        error={issues.key && words[issues.key]}
        autoFocus={autoFocus}
        {...EXACT_INPUT}
      />
      <NativeSelect
        aria-label={words.typeOf(number)}
        value={kind}
        onChange={(event) =>
          onChange({ kind: event.currentTarget.value === 'number' ? 'number' : 'text' })
        }
        data={[
          { value: 'text', label: words.text },
          { value: 'number', label: words.number },
        ]}
      />
      <TextInput
        aria-label={words.valueOf(number)}
        placeholder={words.value}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        value={value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        error={issues.value ? words.noNumber : valueIssue}
        {...EXACT_INPUT}
      />
      <IconAction label={words.removeOf(number)} size={36} onClick={onRemove}>
        <Trash2 size={16} />
      </IconAction>
    </div>
  );
}
