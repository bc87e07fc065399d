import '../../components/mantine-more.css';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useApp, useMay } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { links as linksTexts } from '../../texts/links.ts';
import * as texts from '../../texts/texts.ts';
import { NewLinkForm } from './new/new-link-form.tsx';

export function NewLinkPage() {
  const app = useApp();
  const may = useMay('editor');
  const [wasAllowed, setWasAllowed] = useState(may);
  // If the role is lowered during the edit, saving fails and the input stays.
  if (may && !wasAllowed) setWasAllowed(true);
  return (
    <Page title={linksTexts.newLink} back={{ to: '/$app/links', label: linksTexts.title }}>
      {wasAllowed ? (
        <NewLinkForm key={app} />
      ) : (
        <Alert>{texts.needsRole(texts.roles.editor)}</Alert>
      )}
    </Page>
  );
}
