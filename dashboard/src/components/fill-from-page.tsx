import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { call } from '../api/call.ts';
import { useApp } from '../api/session.ts';
import type { PageSocial } from '../api/types.ts';
import { links as linksTexts } from '../texts/links.ts';
import { AddressInput } from './address-input.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { Hint } from './hint.tsx';
import { emptyFields, FOUND_FIELDS, type SocialTexts } from './social.ts';

interface FillFromPageProps {
  /** The suggested page: where the link leads. */
  readonly page: string;
  readonly values: SocialTexts;
  readonly onFill: (found: Partial<SocialTexts>) => void;
}

/** Fills empty fields of a social preview with what a page says about itself. What was typed is replaced only on request. */
export function FillFromPage({ page, values, onFill }: FillFromPageProps) {
  const app = useApp();
  const [typed, setTyped] = useState<string>();
  const url = (typed ?? page).trim();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const reading = useMutation({
    mutationFn: async () =>
      (await call('POST', 'social-preview/fetch', { app, body: { url } })).data,
    onSuccess: (found) => {
      // These values can be older than those of an edit that was started later.
      if (!isLeft.current) onFill(emptyFields(found, values));
    },
  });
  const isWeb = /^https?:\/\/./i.test(url);
  const read = (): void => {
    if (isWeb && !reading.isPending) reading.mutate();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // It would save the form.
    event.preventDefault();
    read();
  };
  return (
    <Stack gap="sm">
      <AddressInput
        kind="web"
        label={linksTexts.fillPage}
        description={linksTexts.fillPageHint}
        placeholder="https://"
        inputMode="url"
        maxLength={2048}
        value={typed ?? page}
        onChange={setTyped}
        onKeyDown={onKeyDown}
      />
      <Group>
        <Button variant="default" onClick={read} disabled={!isWeb} loading={reading.isPending}>
          {linksTexts.fillFromPage}
        </Button>
      </Group>
      <ErrorAlert error={reading.error} />
      <div aria-live="polite">
        {reading.data && <Found found={reading.data} values={values} onFill={onFill} />}
      </div>
    </Stack>
  );
}

interface FoundProps extends Pick<FillFromPageProps, 'values' | 'onFill'> {
  readonly found: PageSocial;
}

function Found({ found, values, onFill }: FoundProps) {
  if (FOUND_FIELDS.every((name) => found[name] === null))
    return <Hint>{linksTexts.fillNothing}</Hint>;
  return (
    <Stack gap="xs">
      <Hint>{linksTexts.fillFound}</Hint>
      {FOUND_FIELDS.map((name) => {
        const text = found[name];
        if (text === null) return null;
        return (
          <Group key={name} gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Text span size="sm" fw={600}>
                {linksTexts.fillField[name]}
              </Text>{' '}
              {text}
            </Text>
            {values[name] !== text && (
              <Button
                size="compact-sm"
                variant="light"
                flex="none"
                aria-label={linksTexts.fillReplace(linksTexts.fillField[name])}
                onClick={() => onFill({ [name]: text })}
              >
                {linksTexts.fillUse}
              </Button>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
