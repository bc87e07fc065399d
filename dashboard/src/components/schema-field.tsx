import { Box, Button, Stack, Text, Textarea, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Braces } from 'lucide-react';
import { useState, type RefObject } from 'react';
import type { Issue } from '../api/problem.ts';
import type { MetadataSchemaDocument } from '../../../server/src/domain/schema/metadata-schema.ts';
import { RULE_KEYWORDS } from '../../../server/src/domain/schema/read-schema.ts';
import { isSameValue } from '../lib/json-value.ts';
import { schema as schemaTexts } from '../texts/schema.ts';
import { EXACT_INPUT } from './exact-input.ts';
import { Hint } from './hint.tsx';
import { locationText } from './place.ts';
import { readSchemaText, schemaText, type SchemaIssue } from './schema-text.ts';
import classes from './schema-field.module.css';

/** Shows how keys are described, required and closed. */
const EXAMPLE = {
  type: 'object',
  properties: {
    coupon: { type: 'string', maxLength: 20 },
    percent: { type: 'integer', minimum: 1, maximum: 90 },
  },
  required: ['coupon'],
  additionalProperties: false,
};

interface SchemaFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly description: string;
  /** Undefined: there is none. */
  readonly schema: object | undefined;
  /** The errors of the service, with pointers into the schema. */
  readonly serviceIssues: readonly Issue[];
  readonly disabled: boolean;
  readonly onChange: (schema: MetadataSchemaDocument | undefined) => void;
  /** Called with whether the text can be saved. A text that is not JSON changes no schema. */
  readonly onValid: (valid: boolean) => void;
}

/** Edits a JSON schema as text; its problems are listed below it. */
export function SchemaField(props: SchemaFieldProps) {
  const { field, label, description, schema, serviceIssues, disabled, onChange, onValid } = props;
  const [typed, setTyped] = useState(() => schemaText(schema));
  const typedSchema = readSchemaText(typed);
  const isJson = typed.trim() === '' || typedSchema.schema !== undefined;
  // Someone else can have saved another schema, or the changes were discarded.
  const text = isJson && !isSameValue(typedSchema.schema, schema) ? schemaText(schema) : typed;
  const { issues } = readSchemaText(text, serviceIssues);
  const change = (next: string): void => {
    setTyped(next);
    const read = readSchemaText(next);
    onValid(read.issues.length === 0);
    if (next.trim() === '' || read.schema !== undefined) onChange(read.schema);
  };
  const show = ({ start, end }: SchemaIssue): void => {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={label}
        description={description}
        autosize
        minRows={6}
        maxRows={24}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        error={issues.length > 0}
        disabled={disabled}
        {...EXACT_INPUT}
      />
      {text.trim() === '' && !disabled && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Braces size={14} aria-hidden />}
            onClick={() => {
              change(schemaText(EXAMPLE));
              field.current?.focus();
            }}
          >
            {schemaTexts.insertExample}
          </Button>
        </div>
      )}
      <VisuallyHidden role="status">
        {issues.length === 0 ? '' : schemaTexts.issues(issues.length)}
      </VisuallyHidden>
      {issues.length > 0 && (
        <Box
          component="ul"
          className={classes.issues ?? ''}
          aria-label={schemaTexts.issues(issues.length)}
        >
          {issues.map((issue) => (
            <li key={`${issue.where} ${issue.detail}`}>
              <UnstyledButton className={classes.issue ?? ''} onClick={() => show(issue)}>
                <Text span size="sm" fw={600} c="var(--mantine-color-error)">
                  {issue.where}
                </Text>{' '}
                <Text span size="sm">
                  {issue.detail}
                </Text>{' '}
                <Text span size="xs" c="dimmed">
                  {locationText(text, issue.start)}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </Box>
      )}
      <Hint size="xs">{schemaTexts.keywords(RULE_KEYWORDS)}</Hint>
    </Stack>
  );
}
