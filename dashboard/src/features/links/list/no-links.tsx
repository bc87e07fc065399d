import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { appQuery } from '../../../api/app-document.ts';
import { useMay } from '../../../api/session.ts';
import { Empty } from '../../../components/empty.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { NewLinkButton } from './new-link-button.tsx';

/** An app without links: what to do first. Without any base address, no link would lead anywhere. */
export function NoLinks({ app }: { readonly app: string }) {
  const [mayMake, mayBase] = [useMay('editor'), useMay('owner')];
  const setup = useQuery(appQuery(app)).data?.data;
  const bare = setup !== undefined && Object.values(setup.platforms).every(({ base }) => !base);
  const begins = bare && mayBase;
  return (
    <Empty
      icon={Link2}
      title={linksTexts.noLinks}
      text={
        <>
          {mayMake ? linksTexts.noLinksText : linksTexts.noLinksViewer}
          {begins && ` ${linksTexts.noBasesText}`}
        </>
      }
    >
      {mayMake && (
        <Group mt="xs" justify="center">
          {begins && (
            <Button
              renderRoot={(props) => (
                <Link to="/$app/settings/platforms" params={{ app }} {...props} />
              )}
            >
              {linksTexts.toPlatforms}
            </Button>
          )}
          <NewLinkButton
            app={app}
            label={linksTexts.firstLink}
            variant={begins ? 'default' : 'filled'}
          />
        </Group>
      )}
    </Empty>
  );
}
