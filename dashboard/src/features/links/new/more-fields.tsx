import { Accordion, Paper, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { appQuery } from '../../../api/app-document.ts';
import { useApp } from '../../../api/session.ts';
import { WithHelp } from '../../../components/with-help.tsx';
import { LimitInput } from '../../../components/limit-input.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { FillFromPage } from '../../../components/fill-from-page.tsx';
import { SocialFields } from '../../../components/social-fields.tsx';
import { SocialPreview } from '../../../components/social-preview.tsx';
import { cardOf } from '../../../components/social-card.ts';
import { NameFields } from '../name-fields.tsx';
import { MetadataField } from './metadata-field.tsx';
import { ValidityFields } from '../validity-fields.tsx';
import { TagsField } from '../tags-field.tsx';
import { metadataTextIssue, socialOf, type NewLinkValues } from './new-link.ts';

interface MoreFieldsProps {
  readonly form: UseFormReturnType<NewLinkValues>;
}

/** The optional fields of a new link. */
export function MoreFields({ form }: MoreFieldsProps) {
  const app = useApp();
  const { values, errors } = form;
  const [opened, setOpened] = useState(() => filledSections(values));
  const setup = useQuery(appQuery(app)).data?.data;
  const invalid = [
    ...('redeemLimit' in errors || 'metadata' in errors ? ['redeem'] : []),
    ...['validity', 'social'].filter((part) =>
      Object.keys(errors).some((path) => path.startsWith(`${part}.`)),
    ),
  ].join();
  useEffect(() => {
    if (invalid !== '') setOpened((now) => [...new Set([...now, ...invalid.split(',')])]);
  }, [invalid]);
  const typing = metadataTextIssue(values.metadata);
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
      </Paper>
      <Accordion
        multiple
        variant="contained"
        value={opened}
        onChange={setOpened}
        order={2}
        bg="var(--mantine-color-body)"
      >
        <Accordion.Item value="redeem">
          <Accordion.Control>
            <Heading>{linksTexts.redeemSection}</Heading>
          </Accordion.Control>
          <Accordion.Panel>
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
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="validity">
          <Accordion.Control>
            <Heading>{linksTexts.validity.title}</Heading>
          </Accordion.Control>
          <Accordion.Panel>
            <ValidityFields
              values={values.validity}
              error={(field) => errors[`validity.${field}`]}
              onChange={(field, text) => form.setFieldValue(`validity.${field}`, text)}
            />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="social">
          <Accordion.Control>
            <Heading>{linksTexts.socialSection}</Heading>
          </Accordion.Control>
          <Accordion.Panel>
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
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  );
}

/** The sections that have values at first: those of a copied link. */
function filledSections({ redeemLimit, metadata, validity, social }: NewLinkValues): string[] {
  const isFilled = (texts: object): boolean => Object.values(texts).some((text) => text !== '');
  return [
    ...(redeemLimit !== '' || metadata !== '' ? ['redeem'] : []),
    ...(isFilled(validity) ? ['validity'] : []),
    ...(isFilled(social) ? ['social'] : []),
  ];
}

function Heading({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" fw={600}>
      {children}
    </Text>
  );
}
