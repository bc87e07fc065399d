import { Stack, Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import { fullTime } from '../../../lib/time.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import {
  hasCompleteTimes,
  sentValidity,
  VALIDITY_FIELDS,
  validityOf,
  type ValidityValues,
} from '../validity.ts';
import { ValidityFields } from '../validity-fields.tsx';
import type { LinkPartProps } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

const words = linksTexts.validity;

export function ValiditySection({ answer }: LinkPartProps) {
  const link = answer.data;
  const edit = useLinkEdit<ValidityValues>(answer, {
    fields: VALIDITY_FIELDS.map((field) => `/${field}`),
    valuesOf: validityOf,
    isValid: hasCompleteTimes,
    changeOf: (values, base) => {
      const before = validityOf(base);
      const changed = VALIDITY_FIELDS.filter((field) => values[field] !== before[field]);
      if (changed.length === 0) return undefined;
      return Object.fromEntries(changed.map((field) => [field, sentValidity(values, field)]));
    },
  });
  const rows = [
    [words.valid_from, link.valid_from && fullTime(link.valid_from), link.valid_from],
    [words.valid_until, link.valid_until && fullTime(link.valid_until), link.valid_until],
    [words.early_url, link.early_url, undefined],
    [words.expired_url, link.expired_url, undefined],
  ] as const;
  return (
    <Section
      title={words.title}
      edit={edit}
      fields={(values) => (
        <ValidityFields
          values={values}
          error={(field) => edit.issues.get(`/${field}`)}
          onChange={(field, text) => edit.set({ ...values, [field]: text })}
        />
      )}
    >
      {rows.every(([, text]) => text === null) && <Hint>{words.always}</Hint>}
      <Stack gap={4}>
        {rows.map(
          ([label, text, time]) =>
            text !== null && (
              <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Text span inherit c="dimmed">
                  {label}:
                </Text>{' '}
                {time ? (
                  <time dateTime={time} title={time}>
                    {text}
                  </time>
                ) : (
                  text
                )}
              </Text>
            ),
        )}
      </Stack>
    </Section>
  );
}
