import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
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
import { groupsOf, type LinkGroupValue } from './link-groups.ts';

/** How many links of a group are shown at first, and how many more with each press of its button. */
const FIRST_LINKS = 3;
const MORE_LINKS = 20;

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
      {changed &&
        compared &&
        groupsOf(different).map((group) => <LinkGroup key={group.name} {...group} />)}
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

/** The links that change from one template to another, or stay with theirs. */
function LinkGroup({ before, after, links }: LinkGroupValue) {
  const [shown, setShown] = useState(FIRST_LINKS);
  const words = templatesTexts.dryRun;
  const more = Math.min(links.length - shown, MORE_LINKS);
  return (
    <section>
      <Title order={3} size="sm">
        {before === after ? words.template(after) : words.templates(before, after)}{' '}
        <Text span inherit c="dimmed" fw={400}>
          {words.links(links.length)}
        </Text>
      </Title>
      <ul className={styles.list}>
        {links.slice(0, shown).map((link) => (
          <DifferentLinkItem key={link.code} link={link} />
        ))}
      </ul>
      {more > 0 && (
        <Button size="xs" variant="subtle" onClick={() => setShown(shown + MORE_LINKS)}>
          {words.moreOfGroup(more)}
        </Button>
      )}
    </section>
  );
}

function DifferentLinkItem({ link }: { readonly link: DifferentLink }) {
  const app = useApp();
  const { code, uri } = link;
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
      </Group>
      <Changes
        changes={fieldChanges({ routes: link.routes_before }, { routes: link.routes_after })}
      />
    </li>
  );
}
