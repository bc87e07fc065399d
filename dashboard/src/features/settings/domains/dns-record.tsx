import { Code, Group, Text } from '@mantine/core';
import { CopyButton } from '../../../components/copy-button.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import classes from './dns-record.module.css';

interface DnsRecordProps {
  readonly type: string;
  readonly name: string;
  /** Undefined: `valueText` is shown. */
  readonly value: string | undefined;
  /** Shown instead of a value. */
  readonly valueText?: string;
}

/** A DNS record in the parts that DNS providers ask for, each with a copy button. */
export function DnsRecord({ type, name, value, valueText }: DnsRecordProps) {
  const words = setupTexts.hosts.record;
  return (
    <dl className={classes.record ?? ''}>
      <dt>{words.type}</dt>
      <dd>
        <Code>{type}</Code>
      </dd>
      <dt>{words.name}</dt>
      <dd>
        <Part value={name} what={words.nameOf(type)} />
      </dd>
      <dt>{words.value}</dt>
      <dd>
        {value === undefined ? (
          <Text size="sm">{valueText}</Text>
        ) : (
          <Part value={value} what={words.valueOf(type)} />
        )}
      </dd>
    </dl>
  );
}

function Part({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <Group gap={2} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{value}</Code>
      <CopyButton value={value} what={what} />
    </Group>
  );
}
