import '../../app/mantine-more.css';
import { Alert } from '@mantine/core';
import { useApp, useMay } from '../../app/session.ts';
import { Page } from '../../components/page.tsx';
import { links as linksTexts } from '../../texts/links.ts';
import * as texts from '../../texts/texts.ts';
import { NewLinkForm } from './new/new-link-form.tsx';

export function NewLinkPage() {
  const app = useApp();
  const may = useMay('editor');
  return (
    <Page title={linksTexts.newLink} back={{ to: '/$app/links', label: linksTexts.title }}>
      {may ? (
        <NewLinkForm key={app} app={app} />
      ) : (
        <Alert>{texts.needsRole(texts.roles.editor)}</Alert>
      )}
    </Page>
  );
}
