import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import type { DifferentLink } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { Changes } from '../../components/changes.tsx';
import { TextLink } from '../../components/link.tsx';
import { Panel } from '../../components/panel.tsx';
import { fieldChanges } from '../../lib/field-changes.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import type { Trial } from '../../components/use-trial.ts';
import styles from './dry-run.module.css';

interface DryRunProps {
  readonly trial: Trial;
  /** Are there unsaved changes? Without them, there is nothing to compare. */
  readonly changed: boolean;
}

/** The links that would get different routes if created now. Existing links keep their routes. */
export function DryRun({ trial, changed }: DryRunProps) {
  const { compared, comparedLinks, different, more, morePending } = trial;
  return (
    <Panel title={templatesTexts.dryRun.title} lead={templatesTexts.dryRun.text}>
      <div aria-live="polite">
        {!changed && <Text size="sm">{templatesTexts.dryRun.unchanged}</Text>}
        {changed && !compared && trial.error !== null && (
          <Hint>{templatesTexts.tester.invalid}</Hint>
        )}
        {changed && !compared && trial.error === null && <Skeleton height={20} width={320} />}
        {changed && compared && (
          <Text size="sm" fw={500}>
            {templatesTexts.dryRun.count(different.length, comparedLinks)}
          </Text>
        )}
      </div>
      {changed && compared && different.length > 0 && (
        <ul className={styles.list}>
          {different.map((link) => (
            <DifferentLinkItem key={link.code} link={link} />
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

function DifferentLinkItem({ link }: { readonly link: DifferentLink }) {
  const app = useApp();
  const { code, uri, template_before, template_after } = link;
  return (
    <li>
      <Group gap="xs">
        <TextLink
          to="/$app/links/$code"
          params={{ app, code }}
          target="_blank"
          size="sm"
          ff="monospace"
        >
          {code}
        </TextLink>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {uri}
        </Text>
        {template_before !== template_after && (
          <Badge size="sm">
            {templatesTexts.dryRun.templates(template_before, template_after)}
          </Badge>
        )}
      </Group>
      <Changes
        changes={fieldChanges({ routes: link.routes_before }, { routes: link.routes_after })}
      />
    </li>
  );
}
