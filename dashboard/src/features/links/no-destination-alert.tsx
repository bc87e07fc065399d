import { Alert, Text } from '@mantine/core';
import { useApp, useMay } from '../../api/session.ts';
import { ButtonLink } from '../../components/link.tsx';
import { links as linksTexts } from '../../texts/links.ts';

/** A link has no address on any platform, usually because no platform has a base address. `text`: what to do. */
export function NoDestinationAlert({ text }: { readonly text: string }) {
  const app = useApp();
  const mayConfigure = useMay('owner');
  return (
    <Alert color="orange" title={linksTexts.noDestination.title}>
      <Text size="sm">{text}</Text>
      {mayConfigure && (
        <ButtonLink
          to="/$app/settings/platforms"
          params={{ app }}
          size="xs"
          variant="default"
          mt="sm"
        >
          {linksTexts.toPlatforms}
        </ButtonLink>
      )}
    </Alert>
  );
}
