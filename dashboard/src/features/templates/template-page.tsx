import '../../components/mantine-more.css';
import { useParams, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useAppVersion } from '../../api/app-document.ts';
import type { Template } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';
import { Empty } from '../../components/empty.tsx';
import { ButtonLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { nameFor } from './pattern.ts';
import { exampleTemplate, templatePart } from './template-draft.ts';
import { TemplateEditor } from './template-editor.tsx';

export function TemplatePage() {
  const { name = '' } = useParams({ strict: false });
  return <ExistingTemplate key={name} name={name} />;
}

function ExistingTemplate({ name }: { readonly name: string }) {
  const { data } = useAppVersion();
  const now = templatePart(name).of(data);
  // The form stays open even if someone else deletes the template.
  const [start, setStart] = useState(now);
  if (start === undefined && now !== undefined) setStart(now);
  if (start === undefined) return <TemplateNotFound name={name} />;
  return <TemplateEditor name={name} start={start} />;
}

interface NewTemplateProps {
  readonly copy: string | undefined;
  readonly example: string | undefined;
}

export function NewTemplatePage() {
  const { copy, example } = useSearch({ strict: false });
  return <NewTemplate key={JSON.stringify([copy, example])} copy={copy} example={example} />;
}

function NewTemplate({ copy, example }: NewTemplateProps) {
  const { data } = useAppVersion();
  const [start] = useState((): Template => {
    const original = data.templates.find(({ name }) => name === copy);
    const taken = data.templates.map(({ name }) => name);
    if (original) return { ...original, name: nameFor(original.name, taken) };
    if (example !== undefined) return exampleTemplate(data);
    return { name: '', pattern: '', routes: {} };
  });
  return <TemplateEditor name={undefined} start={start} />;
}

function TemplateNotFound({ name }: { readonly name: string }) {
  const app = useApp();
  return (
    <Page title={name}>
      <Empty
        icon={SearchX}
        title={templatesTexts.missing.title}
        text={templatesTexts.missing.deletedOrRenamed}
      >
        <ButtonLink to="/$app/templates" params={{ app }} variant="default">
          {templatesTexts.back}
        </ButtonLink>
      </Empty>
    </Page>
  );
}
