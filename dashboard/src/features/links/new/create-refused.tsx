import { Alert, Button, Group, Text } from '@mantine/core';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { ButtonLink, TextLink } from '../../../components/link.tsx';
import { links as linksTexts } from '../../../texts/links.ts';

interface CreateRefusedProps {
  readonly error: unknown;
  readonly onWithoutCode: () => void;
  readonly onNotUnique: () => void;
  readonly onStartOver: () => void;
}

/** Why no link was created, if no single field is the reason, and the next steps. */
export function CreateRefused(props: CreateRefusedProps) {
  const { error, onWithoutCode, onNotUnique, onStartOver } = props;
  const app = useApp();
  if (isProblem(error, 'uri_taken')) {
    const { existingCode: code } = error;
    return (
      <Alert color="orange" role="alert" title={linksTexts.uriTaken}>
        <Text size="sm">{linksTexts.uriTakenText}</Text>
        <Group gap="xs" mt="sm">
          {code !== undefined && (
            <ButtonLink to="/$app/links/$code" params={{ app, code }} size="xs">
              {linksTexts.openLink(code)}
            </ButtonLink>
          )}
          <Button size="xs" variant="default" onClick={onWithoutCode}>
            {linksTexts.withoutCode}
          </Button>
          <Button size="xs" variant="default" onClick={onNotUnique}>
            {linksTexts.notUnique}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (isProblem(error, 'idempotency_key_reused')) {
    return (
      <Alert color="orange" role="alert" title={linksTexts.alreadyCreated}>
        <Text size="sm">
          {linksTexts.alreadyCreatedText}{' '}
          <TextLink to="/$app/links" params={{ app }} inherit>
            {linksTexts.showNewest}
          </TextLink>
        </Text>
        <Button size="xs" variant="default" mt="sm" onClick={onStartOver}>
          {linksTexts.createAnother}
        </Button>
      </Alert>
    );
  }
  // These are shown beside their fields.
  if (isProblem(error, 'validation_failed', 'code_taken', 'external_id_taken')) return null;
  return <ErrorAlert error={error} />;
}
