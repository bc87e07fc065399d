import { Checkbox, Radio, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { issueAt, issuesOf } from '../../../lib/issues.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { EVENT_TYPES, type WebhookDraft } from './webhook-draft.ts';

/** The fields whose errors are shown beside them. */
export const SHOWN = ['/url', '/description', '/types', '/tags'];

interface WebhookFieldsProps {
  readonly form: UseFormReturnType<WebhookDraft>;
  /** The error of the last attempt to save. */
  readonly error: unknown;
  readonly disabled?: boolean;
}

/** Where a webhook sends, and which events. */
export function WebhookFields({ form, error, disabled = false }: WebhookFieldsProps) {
  const issues = issuesOf(error);
  const { which, selected } = form.values.types;
  return (
    <Stack>
      <TextInput
        label={words.address}
        description={words.addressHelp}
        placeholder="https://hooks.shop.example/smartlink"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        required
        disabled={disabled}
        {...form.getInputProps('url')}
        error={issueAt(issues, '/url')}
      />
      <TextInput
        label={words.description}
        description={words.descriptionHelp}
        maxLength={200}
        autoComplete="off"
        disabled={disabled}
        {...form.getInputProps('description')}
        error={issueAt(issues, '/description')}
      />
      <Radio.Group label={words.types} {...form.getInputProps('types.which')}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="all"
            label={words.allTypes}
            description={words.allTypesHelp}
            disabled={disabled}
          />
          <Radio value="some" label={words.someTypes} disabled={disabled} />
        </Stack>
      </Radio.Group>
      {which === 'some' && (
        <Checkbox.Group
          aria-label={words.someTypes}
          {...form.getInputProps('types.selected')}
          error={selected.length === 0 ? words.noTypes : issueAt(issues, '/types')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={words.typeNames[type]} disabled={disabled} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      <TagsInput
        label={words.tags}
        description={words.tagsHelp}
        maxTags={20}
        maxLength={64}
        disabled={disabled}
        {...form.getInputProps('tags')}
        error={issueAt(issues, '/tags')}
      />
    </Stack>
  );
}
