import '../../components/mantine-more.css';
import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAppVersion } from '../../api/app-document.ts';
import { useApp, useMay } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { RoleNote } from '../../components/role-note.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import * as texts from '../../texts/texts.ts';
import { TemplateList } from './template-list.tsx';
import { TemplatesEmpty } from './templates-empty.tsx';
import { Tester } from './tester.tsx';
import { useTrial } from '../../components/use-trial.ts';

export function TemplatesPage() {
  const { data } = useAppVersion();
  const [uri, setUri] = useState('');
  const trial = useTrial(uri === '' ? {} : { uri });
  const none = data.templates.length === 0;
  return (
    <Page title={templatesTexts.title} actions={<NewTemplateButton />}>
      <RoleNote role="editor" />
      {none && <TemplatesEmpty document={data} />}
      <Tester uri={uri} onUri={setUri} trial={trial} />
      {!none && (
        <TemplateList
          templates={data.templates}
          warnings={trial.warnings}
          matching={uri === '' ? undefined : (trial.tried?.template ?? undefined)}
        />
      )}
    </Page>
  );
}

function NewTemplateButton() {
  const app = useApp();
  if (!useMay('editor')) {
    return (
      <Tooltip label={texts.needsRole(texts.roles.editor)}>
        <Button data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
          {templatesTexts.new}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/$app/new-template" params={{ app }} {...props} />}
    >
      {templatesTexts.new}
    </Button>
  );
}
