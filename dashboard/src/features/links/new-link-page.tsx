import '../../components/mantine-more.css';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { call, callText } from '../../api/call.ts';
import { useApp } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { links as linksTexts } from '../../texts/links.ts';
import { EditorOnly } from './editor-only.tsx';
import { copiedValues } from './new/copied-link.ts';
import { NO_VALUES } from './new/new-link.ts';
import { NewLinkForm } from './new/new-link-form.tsx';
import { isPurged } from './restorable.ts';

export function NewLinkPage() {
  const { copy } = useSearch({ from: '/signed-in/$app/links/new' });
  return (
    <Page title={linksTexts.newLink} back={{ to: '/$app/links', label: linksTexts.title }}>
      <EditorOnly>
        {copy === undefined ? (
          <NewLinkForm start={NO_VALUES} />
        ) : (
          <CopyForm key={copy} code={copy} />
        )}
      </EditorOnly>
    </Page>
  );
}

/** The form with the values of another link. */
function CopyForm({ code }: { readonly code: string }) {
  const app = useApp();
  const copied = useQuery({
    queryKey: ['copied-link', app, code],
    queryFn: async ({ signal }) => {
      const params = { code };
      const [{ data: link }, { data: metadata }] = await Promise.all([
        call('GET', 'smartlinks/{code}', { app, params, signal }),
        callText('smartlinks/{code}/metadata', { app, params, signal }),
      ]);
      if (isPurged(link)) throw new Error(linksTexts.purged);
      const body = { uri: link.uri };
      const { data } = await call('POST', 'templates/try', { app, body, signal });
      return copiedValues(link, metadata === 'null' ? null : metadata, data.uri?.routes ?? {});
    },
    // The form has its own state.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (copied.data === undefined) return <QueryState query={copied} height={320} />;
  return <NewLinkForm start={copied.data} />;
}
