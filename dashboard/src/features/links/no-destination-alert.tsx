import { Alert, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { links as linksTexts } from '../../texts/links.ts';

interface NowhereAlertProps {
  readonly app: string;
  /** What to do about it. */
  readonly text: string;
}

/** A link leads nowhere on every platform, most often since no platform has a base yet. */
export function NoDestinationAlert({ app, text }: NowhereAlertProps) {
  const mayBase = useMay('owner');
  return (
    <Alert color="orange" title={linksTexts.nowhere.title}>
      <Text size="sm">{text}</Text>
      {mayBase && (
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
