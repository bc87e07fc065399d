import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { DifferentLink } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';
import { Panel } from '../../components/panel.tsx';
import { setup as setupTexts } from '../../texts/setup.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import * as texts from '../../texts/texts.ts';
import { routeChanges, type RouteChange } from './route-changes.ts';
import type { Trial } from '../../components/use-trial.ts';
import styles from './dry-run.module.css';

interface DryRunProps {
  readonly trial: Trial;
  /** Are there unsaved changes? Without them, no link would change. */
  readonly changed: boolean;
}

/** The links that would get different routes if created now. Existing links keep their routes. */
export function DryRun({ trial, changed }: DryRunProps) {
  const { compared, lookedAt, different, more, morePending } = trial;
  return (
    <Panel title={templatesTexts.dryRun.title} lead={templatesTexts.dryRun.text}>
      <div aria-live="polite">
        {!changed && <Text size="sm">{templatesTexts.dryRun.unchanged}</Text>}
        {changed && !compared && trial.error !== null && (
          <Text size="sm" c="dimmed">
            {templatesTexts.tester.invalid}
          </Text>
        )}
        {changed && !compared && trial.error === null && <Skeleton height={20} width={320} />}
        {changed && compared && (
          <Text size="sm" fw={500}>
            {templatesTexts.dryRun.count(different.length, lookedAt)}
          </Text>
        )}
      </div>
      {changed && compared && different.length > 0 && (
        <ul className={styles.list}>
          {different.map((link) => (
            <Different key={link.code} link={link} />
          ))}
        </ul>
      )}
      {changed && compared && more !== undefined && (
        <Group>
          <Button size="xs" variant="default" onClick={more} loading={morePending}>
            {templatesTexts.dryRun.more}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function Different({ link }: { readonly link: DifferentLink }) {
  const app = useApp();
  const { code, uri, template_before, template_after } = link;
  return (
    <li>
      <Group gap="xs">
        <Anchor
          size="sm"
          ff="monospace"
          renderRoot={(props) => (
            <Link to="/$app/links/$code" params={{ app, code }} target="_blank" {...props} />
          )}
        >
          {code}
        </Anchor>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {uri}
        </Text>
        {template_before !== template_after && (
          <Badge size="sm">
            {templatesTexts.dryRun.templates(template_before, template_after)}
          </Badge>
        )}
      </Group>
      <Stack gap={4} mt={4}>
        {routeChanges(link).map((change) => (
          <Change key={`${change.platform} ${change.field}`} change={change} />
        ))}
      </Stack>
    </li>
  );
}

function Change({ change: { platform, field, before, after } }: { readonly change: RouteChange }) {
  const words = {
    link: '',
    fallback: templatesTexts.card.fallback,
    skip_page: templatesTexts.card.skip,
  };
  return (
    <div className={styles.change}>
      <Text size="xs" c="dimmed">
        {texts.platforms[platform]}
        {words[field] !== '' && ` · ${words[field]}`}
      </Text>
      <div className={styles.sides}>
        <Value text={before} field={field} />
        <ArrowRight size={14} aria-label={templatesTexts.dryRun.becomes} className={styles.arrow} />
        <Value text={after} field={field} />
      </div>
    </div>
  );
}

function Value({ text, field }: { readonly text: string | undefined; readonly field: string }) {
  if (field === 'skip_page') {
    return <Text size="xs">{text === undefined ? setupTexts.off : setupTexts.on}</Text>;
  }
  return (
    <Text
      size="xs"
      ff="monospace"
      {...(text === undefined ? { c: 'dimmed' } : {})}
      style={{ overflowWrap: 'anywhere' }}
    >
      {text ?? texts.none}
    </Text>
  );
}
