import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { LosslessNumber } from 'lossless-json';
import { Plus } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { pointerOf, type JsonNode, type JsonPath } from '../../../lib/json-node.ts';
import { isJsonNumber } from '../../../lib/json-number.ts';
import { sentence } from '../../../lib/issues.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import classes from './add-key.module.css';
import { permittedKinds, targetsAt, type Kind, type Target } from './add-key-target.ts';
import { RESERVED_KEYS } from './metadata-rules.ts';
import { pathText } from './shown-issues.ts';

interface AddKeyProps {
  /** Undefined: the text is not valid JSON. */
  readonly document: JsonNode | undefined;
  /** The selected location in the tree. */
  readonly selected: readonly string[];
  readonly onAdd: (path: JsonPath, value: unknown) => void;
}

const words = metadataTexts.addKey;

/** Adds a key to an object, or an element to a list, with the keyboard alone. Offers only the permitted types. */
export function AddKey({ document, selected, onAdd }: AddKeyProps) {
  const first = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ readonly selected: unknown; readonly at: string }>();
  const [key, setKey] = useState('');
  const [wanted, setKind] = useState<Kind>('text');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const targets = document === undefined ? [] : targetsAt(document, selected);
  const byPointer = new Map(targets.map((target) => [pointerOf(target.path), target]));
  // A new selection in the tree replaces the choice.
  const target = (chosen?.selected === selected && byPointer.get(chosen.at)) || targets.at(-1);
  if (target === undefined) return null;
  const kinds = permittedKinds(target);
  const kind = kinds.includes(wanted) ? wanted : 'text';
  const keyIssue = target.kind === 'array' ? undefined : issueOfKey(key, target);
  const textIssue = kind === 'number' && !isJsonNumber(text) ? words.noNumber : undefined;
  const add = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (keyIssue !== undefined || textIssue !== undefined) return;
    onAdd([...target.path, target.kind === 'array' ? target.size : key], valueOf(kind, text));
    setTried(false);
    setKey('');
    setText('');
    first.current?.focus();
  };
  return (
    <form onSubmit={add} className={classes.row} aria-label={words.title} noValidate>
      {targets.length > 1 && (
        <NativeSelect
          label={words.to}
          value={pointerOf(target.path)}
          onChange={(event) => setChosen({ selected, at: event.currentTarget.value })}
          data={[...byPointer].map(([value, { path }]) => ({ value, label: pathText(path) }))}
        />
      )}
      {target.kind === 'object' && (
        <TextInput
          ref={first}
          label={words.key}
          placeholder="coupon"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={tried || key !== '' ? keyIssue : undefined}
          {...EXACT_INPUT}
        />
      )}
      <NativeSelect
        label={words.type}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
        data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
      />
      {(kind === 'text' || kind === 'number') && (
        <TextInput
          {...(target.kind === 'array' && { ref: first })}
          label={words.value}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={tried || text !== '' ? textIssue : undefined}
          {...EXACT_INPUT}
        />
      )}
      <Stack justify="flex-end" className={classes.add ?? ''}>
        <Button type="submit" variant="default" leftSection={<Plus size={16} aria-hidden />}>
          {target.kind === 'array' ? words.addElement : words.title}
        </Button>
      </Stack>
    </form>
  );
}

function issueOfKey(key: string, { keys }: Target): string | undefined {
  if (key === '') return words.noKey;
  if (keys.has(key)) return words.exists;
  return RESERVED_KEYS.has(key) ? sentence(metadataTexts.reservedKey(key)) : undefined;
}

function valueOf(kind: Kind, text: string): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      return new LosslessNumber(text.trim());
    case 'list':
      return [];
    case 'object':
      return {};
  }
}
