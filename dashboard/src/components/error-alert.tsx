import { Alert, Button, Group, List, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useServiceDown } from '../api/connection.ts';
import { isProblem } from '../api/problem.ts';
import { askAgain } from '../api/signed-in-member.ts';
import { shared as texts } from '../texts/shared.ts';

interface ErrorAlertProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

/** An error: its message, its validation issues and the request ID. */
export function ErrorAlert({ error, retry }: ErrorAlertProps) {
  const isDown = useServiceDown();
  if (error === null || error === undefined) return null;
  const problem = isProblem(error) ? error : undefined;
  if (problem?.code === 'offline' && !isDown) {
    return (
      <Alert title={texts.serviceReturned} role="alert">
        <Text size="sm">{texts.serviceReturnedText}</Text>
        <Retry retry={retry} />
      </Alert>
    );
  }
  return (
    <Alert
      color="red"
      icon={<TriangleAlert size={18} />}
      title={problem?.code === 'offline' ? texts.offline : texts.brokenTitle}
      role="alert"
    >
      <Text size="sm">{error instanceof Error ? error.message : texts.brokenTitle}</Text>
      {problem !== undefined && problem.issues.length > 0 && (
        <List size="sm" mt="xs">
          {problem.issues.map(({ pointer, detail }) => (
            <List.Item key={`${pointer} ${detail}`}>
              {pointer === '' ? detail : `${pointer.slice(1).replaceAll('/', ' › ')} ${detail}`}
            </List.Item>
          ))}
        </List>
      )}
      {problem?.requestId !== undefined && (
        <Text size="xs" mt="xs">
          {texts.brokenRequest(problem.requestId)}
        </Text>
      )}
      <Retry retry={retry} />
    </Alert>
  );
}

function Retry({ retry }: Pick<ErrorAlertProps, 'retry'>) {
  if (retry === undefined) return null;
  return (
    <Group mt="sm">
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          askAgain();
          retry();
        }}
      >
        {texts.retry}
      </Button>
    </Group>
  );
}
