import { Alert, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApp, useMay } from '../../api/session.ts';
import { links as linksTexts } from '../../texts/links.ts';

/** A link has no address on any platform, usually because no platform has a base address. `text`: what to do. */
export function NoDestinationAlert({ text }: { readonly text: string }) {
  const app = useApp();
  const mayConfigure = useMay('owner');
  return (
    <Alert color="orange" title={linksTexts.noDestination.title}>
      <Text size="sm">{text}</Text>
      {mayConfigure && (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          renderRoot={(root) => <Link to="/$app/settings/platforms" params={{ app }} {...root} />}
        >
          {linksTexts.toPlatforms}
        </Button>
      )}
    </Alert>
  );
}
