import { Alert, Divider, Group, Loader, Pill, Stack, Text } from '@mantine/core';
import type { TriedUri } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { AddressInput } from '../../components/address-input.tsx';
import { ignoreEnter } from '../../components/ignore-enter.ts';
import { TextLink } from '../../components/link.tsx';
import { Panel } from '../../components/panel.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueAt, issuesOf, sentence } from '../../lib/issues.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { RoutesOutcome } from './outcome.tsx';
import { PatternText } from './pattern-text.tsx';
import styles from './tester.module.css';
import type { Trial } from '../../components/use-trial.ts';

interface TesterProps {
  readonly uri: string;
  readonly onUri: (uri: string) => void;
  readonly trial: Trial;
  /** The name of the edited template, as sent to the service. */
  readonly edited?: string | undefined;
}

/** Shows which template matches a URI, and the resulting routes. It does not create a link. */
export function Tester({ uri, onUri, trial, edited }: TesterProps) {
  const issue = issueAt(issuesOf(trial.error), '/uri');
  const hasOtherIssues = issuesOf(trial.error).length > 0 && issue === undefined;
  return (
    <Panel
      title={templatesTexts.tester.title}
      lead={edited === undefined ? templatesTexts.tester.text : templatesTexts.tester.unsaved}
    >
      <AddressInput
        kind="destination"
        label={templatesTexts.tester.uri}
        placeholder="products/5"
        value={uri}
        onChange={onUri}
        onKeyDown={ignoreEnter}
        error={issue}
        rightSection={trial.pending && uri !== '' ? <Loader size={16} /> : null}
      />
      <div aria-live="polite" className={styles.result}>
        {hasOtherIssues && <Hint>{templatesTexts.tester.invalid}</Hint>}
        {issue === undefined && !hasOtherIssues && <ErrorAlert error={trial.error} />}
        {uri !== '' && trial.tried && <Result tried={trial.tried} edited={edited} />}
      </div>
    </Panel>
  );
}

function Result({ tried, edited }: Pick<TesterProps, 'edited'> & { readonly tried: TriedUri }) {
  const app = useApp();
  const { template, pattern, parameters, routes, errors } = tried;
  const names = Object.entries(parameters);
  const isEdited = template !== null && template === edited;
  return (
    <Stack gap="sm">
      <Divider />
      {template === null && <Text size="sm">{templatesTexts.tester.noMatch}</Text>}
      {isEdited && <Text size="sm">{templatesTexts.tester.matchesEdited}</Text>}
      {template !== null && !isEdited && (
        <Text size="sm" component="div">
          {edited === undefined
            ? templatesTexts.tester.matches
            : templatesTexts.tester.matchesOther}{' '}
          <TextLink
            to="/$app/templates/$name"
            params={{ app, name: template }}
            inherit
            fw={600}
            underline="always"
          >
            {template}
          </TextLink>{' '}
          {pattern !== null && <PatternText pattern={pattern} />}
        </Text>
      )}
      {names.length > 0 && (
        <Group gap={6} aria-label={templatesTexts.parameters}>
          {names.map(([name, value]) => (
            <Pill key={name} size="sm" ff="monospace" bg="var(--mantine-color-default-hover)">
              {`${name} = ${value}`}
            </Pill>
          ))}
        </Group>
      )}
      {errors.length > 0 && (
        <Alert color="red" variant="light" p="sm" title={templatesTexts.tester.noLink}>
          {errors.map(({ pointer, detail }) => (
            <Text key={`${pointer} ${detail}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {sentence(detail)}
            </Text>
          ))}
        </Alert>
      )}
      {isEdited ? (
        <Hint>{templatesTexts.tester.resultsBelow}</Hint>
      ) : (
        <RoutesOutcome routes={routes} />
      )}
    </Stack>
  );
}
