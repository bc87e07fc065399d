import { Button, Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import { ButtonLink } from '../../../components/link.tsx';
import { hasCompleteTimes } from '../../../components/rules/rule.ts';
import { Panel } from '../../../components/panel.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { focusInvalid } from '../../../components/invalid-focus.ts';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { assignIssues } from '../../../lib/issues.ts';
import { isLimit } from '../../../lib/limit.ts';
import { WRONG_TIME } from '../../../lib/local-time.ts';
import type { MetadataSchemaDocument } from '../../../../../server/src/domain/schema/metadata-schema.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { AddressFields } from './address-fields.tsx';
import { usableSchema } from '../../metadata/document/schema-for.ts';
import { CreateRefused } from './create-refused.tsx';
import { MoreFields } from './more-fields.tsx';
import { VALIDITY_FIELDS } from '../validity.ts';
import { FIELDS, isCode, metadataTextIssue, type NewLinkValues } from './new-link.ts';
import classes from './new-link-form.module.css';
import { RoutesPreview } from './routes-preview.tsx';
import { useCreateLink } from './use-create-link.tsx';
import { useTrial } from '../../../components/use-trial.ts';

/** Maps a field of the body to a field of the form. */
function pathOf(pointer: string): string {
  if (VALIDITY_FIELDS.some((field) => pointer === `/${field}`)) {
    return `validity.${pointer.slice(1)}`;
  }
  const path = pointer
    .replace(/^\/routes\//, '/overrides/')
    .replace('redeem_limit', 'redeemLimit')
    .replace('external_id', 'externalId');
  return path.slice(1).replaceAll('/', '.');
}

function timeIssue(text: string): string | null {
  return text === WRONG_TIME ? texts.timeWrong : null;
}

/** `start`: the values that the form has at first. */
export function NewLinkForm({ start }: { readonly start: NewLinkValues }) {
  const app = useApp();
  const element = useRef<HTMLFormElement>(null);
  const [schema, setSchema] = useState<MetadataSchemaDocument>();
  const form = useForm<NewLinkValues>({
    initialValues: start,
    validate: {
      uri: (uri) => (uri.trim() === '' ? linksTexts.uriMissing : null),
      code: (text) => (isCode(text) ? null : linksTexts.codeWrong),
      redeemLimit: (limit) => (isLimit(limit) ? null : texts.limitWrong),
      validity: { valid_from: timeIssue, valid_until: timeIssue },
      rules: (rules) => (rules?.every(hasCompleteTimes) === false ? texts.timeWrong : null),
      metadata: (text) => metadataTextIssue(text, schema) ?? null,
    },
  });
  const [rest, setRest] = useState<unknown>(null);
  const { create, leaving, startOver } = useCreateLink();
  const uri = form.values.uri.trim();
  const trial = useTrial(uri === '' ? undefined : { uri });
  const found = trial.tried?.metadata_schema;
  useEffect(() => setSchema(usableSchema(found)), [found]);

  const focusIssue = (): void => {
    // After the errors are rendered and their section is open.
    setTimeout(() => focusInvalid(element.current), 50);
  };
  const { error } = create;
  const { setErrors } = form;
  useEffect(() => {
    if (isProblem(error, 'code_taken')) {
      setErrors({ code: linksTexts.codeTaken });
      focusIssue();
    }
    if (isProblem(error, 'external_id_taken')) {
      setErrors({ externalId: linksTexts.externalIdTaken(error.existingCode ?? '') });
      focusIssue();
    }
    if (!isProblem(error, 'validation_failed')) return;
    const { at, rest: others } = assignIssues(error, FIELDS);
    setErrors(Object.fromEntries([...at].map(([pointer, words]) => [pathOf(pointer), words])));
    setRest(others);
    focusIssue();
  }, [error, setErrors]);

  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.onSubmit((values) => {
        setRest(null);
        create.mutate(values);
      }, focusIssue)}
    >
      <UnsavedGuard unsaved={form.isDirty() && !leaving} />
      <div className={classes.columns}>
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} className={classes.address ?? ''}>
          <AddressFields form={form} />
        </Paper>
        <Panel title={linksTexts.generatedRoutes} className={classes.preview}>
          <RoutesPreview
            trial={trial}
            overrides={form.values.overrides}
            removed={form.values.removed}
            errors={form.errors}
            onChange={(overrides, paths) => {
              form.setFieldValue('overrides', overrides);
              for (const path of paths) form.clearFieldError(path);
            }}
            onAdd={(platform) => {
              const others = form.values.removed.filter((one) => one !== platform);
              form.setFieldValue('removed', others);
            }}
          />
        </Panel>
        <Stack className={classes.more}>
          <MoreFields form={form} template={trial.tried?.template ?? undefined} schema={schema} />
          <ErrorAlert error={rest} />
          <CreateRefused
            error={error}
            onWithoutCode={() => {
              form.setFieldValue('code', '');
              create.reset();
            }}
            onNotUnique={() => {
              form.setFieldValue('unique', false);
              create.reset();
            }}
            onStartOver={startOver}
          />
          <Group>
            <Button type="submit" loading={create.isPending || leaving}>
              {linksTexts.createLink}
            </Button>
            <ButtonLink to="/$app/links" params={{ app }} variant="default">
              {texts.cancel}
            </ButtonLink>
          </Group>
        </Stack>
      </div>
    </form>
  );
}
