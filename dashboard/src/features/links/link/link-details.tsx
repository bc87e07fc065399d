import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { appQuery } from '../../../api/app-document.ts';
import type { Link, LinkMaker } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Time } from '../../../components/time.tsx';
import { links as linksTexts } from '../../../texts/links.ts';

interface FactsProps {
  readonly app: string;
  readonly link: Link;
}

/** What stays as it is. */
export function LinkDetails({ app, link }: FactsProps) {
  const setup = useQuery(appQuery(app)).data?.data;
  const { facts } = linksTexts;
  const known = setup?.templates.some(({ name }) => name === link.template) === true;
  return (
    <Panel title={facts.title}>
      <Stack component="dl" gap="sm" m={0}>
        <Fact name={facts.created}>
          <Time at={link.created_at} />
        </Fact>
        <Fact name={facts.createdBy}>
          <Maker maker={link.created_by} />
        </Fact>
        <Fact name={facts.template}>
          <Template app={app} name={link.template} known={known} />
        </Fact>
        <Fact name={facts.unique}>{link.unique ? facts.isUnique : facts.notUnique}</Fact>
        {setup !== undefined && setup.hosts.length > 0 && (
          <Fact name={facts.alsoAt}>
            {setup.hosts.map((host) => (
              <AlsoAt key={host} address={`https://${host}/${link.code}`} />
            ))}
          </Fact>
        )}
      </Stack>
    </Panel>
  );
}

function Maker({ maker: { kind, id, name } }: { readonly maker: LinkMaker }) {
  if (kind === 'command') return linksTexts.operator;
  if (kind === 'member') return name ?? id;
  const text = linksTexts.makers[kind](name ?? id);
  if (kind === 'server_token') return text;
  return (
    <>
      {text}
      <Text size="xs" c="orange" component="span" display="block" mt={2}>
        {linksTexts.facts.publicText}
      </Text>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}

interface TemplateProps {
  readonly app: string;
  readonly name: string | null;
  /** It is there still. */
  readonly known: boolean;
}

function Template({ app, name, known }: TemplateProps) {
  if (name === null) return linksTexts.facts.noTemplate;
  if (!known) return name;
  return (
    <Anchor
      inherit
      className="tap"
      renderRoot={(props) => (
        <RouterLink to="/$app/templates/$name" params={{ app, name }} {...props} />
      )}
    >
      {name}
    </Anchor>
  );
}

function AlsoAt({ address }: { readonly address: string }) {
  return (
    <Group component="span" gap={4} wrap="nowrap">
      <Text span inherit ff="monospace">
        {address}
      </Text>
      <CopyButton value={address} what={address} />
    </Group>
  );
}
