import '../../components/mantine-more.css';
import { Alert, Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp, useMay } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Page } from '../../components/page.tsx';
import { links as linksTexts } from '../../texts/links.ts';
import { shared as texts } from '../../texts/shared.ts';
import { NO_VALUES } from './new/new-link.ts';
import { NewLinkForm } from './new/new-link-form.tsx';
import { useCopiedLink } from './new/use-copied-link.ts';

export function NewLinkPage() {
  const { copy } = useSearch({ from: '/signed-in/$app/links/new' });
  const may = useMay('editor');
  const [wasAllowed, setWasAllowed] = useState(may);
  // If the role is lowered during the edit, saving fails and the input stays.
  if (may && !wasAllowed) setWasAllowed(true);
  return (
    <Page title={linksTexts.newLink} back={{ to: '/$app/links', label: linksTexts.title }}>
      {wasAllowed ? (
        <Form key={copy} copy={copy} />
      ) : (
        <Alert>{texts.needsRole(texts.roles.editor)}</Alert>
      )}
    </Page>
  );
}

/** The form, with the values of another link if it is copied. */
function Form({ copy }: { readonly copy: string | undefined }) {
  const copied = useCopiedLink(useApp(), copy);
  if (copy === undefined) return <NewLinkForm start={NO_VALUES} />;
  if (copied.data !== undefined) return <NewLinkForm start={copied.data} />;
  if (copied.isError)
    return <ErrorAlert error={copied.error} retry={() => void copied.refetch()} />;
  return <Skeleton height={320} aria-busy />;
}
