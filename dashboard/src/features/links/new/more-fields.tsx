import { Accordion, Checkbox, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { appQuery } from '../../../api/app-document.ts';
import { useApp } from '../../../api/session.ts';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { Hint } from '../../../components/hint.tsx';
import { RulesEditor } from '../../../components/rules/rules-editor.tsx';
import { WithHelp } from '../../../components/with-help.tsx';
import { LimitInput } from '../../../components/limit-input.tsx';
import type { MetadataSchemaDocument } from '../../../../../server/src/domain/schema/metadata-schema.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { durationWords } from '../../../texts/duration.ts';
import { rules as rulesTexts } from '../../../texts/rules.ts';
import { FillFromPage } from '../../../components/fill-from-page.tsx';
import { SocialFields } from '../../../components/social-fields.tsx';
import { SocialPreview } from '../../../components/social-preview.tsx';
import { cardOf } from '../../../components/social.ts';
import { NameFields } from '../name-fields.tsx';
import { MetadataField } from './metadata-field.tsx';
import { ValidityFields } from '../validity-fields.tsx';
import { TagsField } from '../tags-field.tsx';
import { metadataKeyIssues, metadataTextIssue, socialOf, type NewLinkValues } from './new-link.ts';

interface MoreFieldsProps {
  readonly form: UseFormReturnType<NewLinkValues>;
  /** The name of the template that the link uses; undefined: none. */
  readonly template: string | undefined;
  /** What the metadata of the link must fulfil; undefined: nothing. */
  readonly schema: MetadataSchemaDocument | undefined;
}

/** The optional fields of a new link. */
export function MoreFields({ form, template, schema }: MoreFieldsProps) {
  const app = useApp();
  const { values, errors } = form;
  const [opened, setOpened] = useState(() => filledSections(values));
  const setup = useQuery(appQuery(app)).data?.data;
  const usual = setup?.templates.find(({ name }) => name === template)?.valid_for_seconds;
  const invalid = [
    ...('redeemLimit' in errors || 'metadata' in errors ? ['redeem'] : []),
    ...['validity', 'social', 'rules'].filter((part) =>
      Object.keys(errors).some((path) => path === part || path.startsWith(`${part}.`)),
    ),
  ].join();
  useEffect(() => {
    if (invalid !== '') setOpened((now) => [...new Set([...now, ...invalid.split(',')])]);
  }, [invalid]);
  const typing = metadataTextIssue(values.metadata, schema);
  return (
    <>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <NameFields
          values={values}
          error={(field) => errors[field]}
          onChange={(field, text) => form.setFieldValue(field, text)}
        />
      </Paper>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <TagsField
          value={values.tags}
          onChange={(tags) => form.setFieldValue('tags', tags)}
          error={errors['tags']}
        />
        <TextInput
          mt="md"
          label={linksTexts.externalId}
          description={linksTexts.externalIdHint}
          placeholder={linksTexts.externalIdExample}
          maxLength={200}
          {...EXACT_INPUT}
          {...form.getInputProps('externalId')}
        />
      </Paper>
      <Accordion
        multiple
        variant="contained"
        value={opened}
        onChange={setOpened}
        order={2}
        bg="var(--mantine-color-body)"
      >
        <Section name="redeem" title={linksTexts.redeemSection}>
          <Stack>
            <WithHelp term="limit">
              <LimitInput
                label={linksTexts.limit}
                description={linksTexts.limitHint}
                placeholder={linksTexts.noLimit}
                value={values.redeemLimit}
                onChange={(limit) => form.setFieldValue('redeemLimit', limit)}
                error={errors['redeemLimit']}
              />
            </WithHelp>
            <MetadataField
              value={values.metadata}
              onChange={(text) => form.setFieldValue('metadata', text)}
              // A hint while the user types; an error after submitting.
              error={errors['metadata'] ?? typing}
              issues={metadataKeyIssues(values.metadata, schema)}
            />
          </Stack>
        </Section>
        <Section name="validity" title={linksTexts.validity.title}>
          <ValidityFields
            values={values.validity}
            error={(field) => errors[`validity.${field}`]}
            onChange={(field, text) => form.setFieldValue(`validity.${field}`, text)}
          />
          {usual !== undefined && values.validity.valid_until === '' && (
            <Checkbox
              mt="md"
              label={linksTexts.validity.endless}
              description={
                values.endless
                  ? undefined
                  : linksTexts.validity.templateEnd(durationWords(usual), template ?? '')
              }
              checked={values.endless}
              onChange={(event) => form.setFieldValue('endless', event.currentTarget.checked)}
            />
          )}
        </Section>
        <Section name="social" title={linksTexts.socialSection}>
          <Stack>
            <SocialFields
              values={values.social}
              error={(name) => errors[`social.${name}`]}
              onChange={(name, text) => form.setFieldValue(`social.${name}`, text)}
            />
            <FillFromPage
              page={/^https?:/i.test(values.uri.trim()) ? values.uri.trim() : ''}
              values={values.social}
              onFill={(found) => form.setFieldValue('social', (now) => ({ ...now, ...found }))}
            />
            <SocialPreview
              card={cardOf(socialOf(values.social), setup?.visits, app)}
              host={setup?.hosts[0] ?? location.host}
            />
          </Stack>
        </Section>
        <Section name="rules" title={rulesTexts.title}>
          <Stack>
            <Hint>{rulesTexts.text}</Hint>
            <RulesEditor
              rules={values.rules ?? []}
              none={values.rules === null ? rulesTexts.noneOfTemplate : rulesTexts.none}
              issues={ruleIssues(errors)}
              onChange={(rules) => {
                form.setFieldValue('rules', rules.length === 0 ? null : rules);
                for (const path of Object.keys(errors)) {
                  if (isOfRules(path)) form.clearFieldError(path);
                }
              }}
            />
          </Stack>
        </Section>
      </Accordion>
    </>
  );
}

function isOfRules(path: string): boolean {
  return path === 'rules' || path.startsWith('rules.');
}

/** The errors of rules, by their locations in the body. */
function ruleIssues(errors: UseFormReturnType<NewLinkValues>['errors']): Map<string, string> {
  return new Map(
    Object.entries(errors)
      .filter(([path]) => isOfRules(path))
      .map(([path, text]) => [
        `/${path.replaceAll('.', '/')}`,
        typeof text === 'string' ? text : '',
      ]),
  );
}

/** The sections that have values at first: those of a copied link. */
function filledSections(values: NewLinkValues): string[] {
  const { redeemLimit, metadata, validity, social, rules } = values;
  const isFilled = (texts: object): boolean => Object.values(texts).some((text) => text !== '');
  return [
    ...(redeemLimit !== '' || metadata !== '' ? ['redeem'] : []),
    ...(isFilled(validity) ? ['validity'] : []),
    ...(isFilled(social) ? ['social'] : []),
    ...(rules === null ? [] : ['rules']),
  ];
}

interface SectionProps {
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ name, title, children }: SectionProps) {
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>
        <Text span size="sm" fw={600}>
          {title}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  );
}
