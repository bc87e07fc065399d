import { Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AndroidApp } from '../../../api/types.ts';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { AppList, type AppListProps } from './app-list.tsx';
import { readFingerprint, readFingerprints } from './fingerprint.ts';

/** Android apps that open links directly. */
export function AndroidApps(props: AppListProps<AndroidApp>) {
  const words = setupTexts.platforms.androidApp;
  return (
    <AppList {...props} help={words.help} newApp={{ package: '', sha256_cert_fingerprints: [] }}>
      {(app, change, issue) => (
        <Stack gap="sm">
          <TextInput
            label={words.package}
            description={words.packageHelp}
            placeholder="com.shop.app"
            value={app.package}
            onChange={(event) => change({ ...app, package: event.currentTarget.value.trim() })}
            error={issue('package')}
            disabled={props.disabled}
            maw={420}
            {...EXACT_INPUT}
          />
          <Fingerprints
            fingerprints={app.sha256_cert_fingerprints}
            onChange={(all) => change({ ...app, sha256_cert_fingerprints: all })}
            error={issue('sha256_cert_fingerprints')}
            disabled={props.disabled}
          />
        </Stack>
      )}
    </AppList>
  );
}

interface FingerprintsProps {
  readonly fingerprints: readonly string[];
  readonly onChange: (all: readonly string[]) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/** One fingerprint per line, normalized when it can be parsed. */
function Fingerprints({ fingerprints, onChange, error, disabled }: FingerprintsProps) {
  const words = setupTexts.platforms.androidApp;
  const [typed, setTyped] = useState<string>();
  const kinds = fingerprints.map((line) => readFingerprint(line).kind);
  const issue = kinds.includes('sha1')
    ? words.sha1
    : typed === undefined && kinds.includes('bad')
      ? words.bad
      : error;
  return (
    <Textarea
      label={words.fingerprints}
      description={words.fingerprintsHelp}
      placeholder="14:6D:E9:83:C5:73:06:50:D8:EE:…"
      value={typed ?? fingerprints.join('\n')}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(readFingerprints(event.currentTarget.value));
      }}
      onBlur={() => setTyped(undefined)}
      error={issue}
      disabled={disabled}
      autosize
      minRows={2}
      maxRows={8}
      {...EXACT_INPUT}
      styles={{
        // So that a fingerprint fits on a line.
        input: { ...EXACT_INPUT.styles.input, fontSize: 'var(--mantine-font-size-xs)' },
      }}
    />
  );
}
