import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { appQuery } from '../../../api/app-document.ts';
import { useApp, useMay } from '../../../api/session.ts';
import { CreateButton } from '../../../components/create-button.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ButtonLink } from '../../../components/link.tsx';
import { links as linksTexts } from '../../../texts/links.ts';

/** An app without links: what to do first. Without a base address, no link would have an address. */
export function NoLinks() {
  const app = useApp();
  const [mayCreate, mayConfigure] = [useMay('editor'), useMay('owner')];
  const setup = useQuery(appQuery(app)).data?.data;
  const hasNoBase =
    setup !== undefined && Object.values(setup.platforms).every(({ base }) => !base);
  const needsBase = hasNoBase && mayConfigure;
  return (
    <Empty
      icon={Link2}
      title={linksTexts.noLinks}
      text={
        <>
          {mayCreate ? linksTexts.noLinksText : linksTexts.noLinksViewer}
          {needsBase && ` ${linksTexts.noBasesText}`}
        </>
      }
    >
      {mayCreate && (
        <Group mt="xs" justify="center">
          {needsBase && (
            <ButtonLink to="/$app/settings/platforms" params={{ app }}>
              {linksTexts.toPlatforms}
            </ButtonLink>
          )}
          <CreateButton
            to="/$app/links/new"
            label={linksTexts.firstLink}
            variant={needsBase ? 'default' : 'filled'}
          />
        </Group>
      )}
    </Empty>
  );
}
