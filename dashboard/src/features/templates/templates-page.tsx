import '../../components/mantine-more.css';
import { useState } from 'react';
import { useAppVersion } from '../../api/app-document.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { Page } from '../../components/page.tsx';
import { TextWithHelp } from '../../components/with-help.tsx';
import { RoleNote } from '../../components/role-note.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
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
    <Page
      title={templatesTexts.title}
      lead={<TextWithHelp term="template" text={templatesTexts.lead} />}
      actions={<CreateButton to="/$app/new-template" label={templatesTexts.new} />}
    >
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
