import { Alert, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { links as linksTexts } from '../../texts/links.ts';

interface NoDestinationAlertProps {
  readonly app: string;
  /** What to do about it. */
  readonly text: string;
}

/** A link has no address on any platform, usually because no platform has a base address. */
export function NoDestinationAlert({ app, text }: NoDestinationAlertProps) {
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
