import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { appQuery } from '../../../api/app-document.ts';
import { useProvenHosts } from '../../../api/hosts-query.ts';
import { useApp } from '../../../api/session.ts';
import type { Link, LinkCreator } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { TextLink } from '../../../components/link.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Time } from '../../../components/time.tsx';
import { actors } from '../../../texts/actors.ts';
import { links as linksTexts } from '../../../texts/links.ts';

/** The details of a link that cannot be changed. */
export function LinkDetails({ link }: { readonly link: Link }) {
  const setup = useQuery(appQuery(useApp())).data?.data;
  const hosts = useProvenHosts();
  const { details } = linksTexts;
  const known = setup?.templates.some(({ name }) => name === link.template) === true;
  return (
    <Panel title={details.title}>
      <Stack component="dl" gap="sm" m={0}>
        <Detail name={details.created}>
          <Time at={link.created_at} />
        </Detail>
        <Detail name={details.createdBy}>
          <Creator creator={link.created_by} />
        </Detail>
        <Detail name={details.template}>
          <Template name={link.template} known={known} />
        </Detail>
        {link.external_id !== null && <Detail name={details.externalId}>{link.external_id}</Detail>}
        <Detail name={details.unique}>{link.unique ? details.isUnique : details.notUnique}</Detail>
        {hosts.length > 0 && (
          <Detail name={details.alsoAt}>
            {hosts.map((host) => (
              <AlsoAt key={host} address={`https://${host}/${link.code}`} />
            ))}
          </Detail>
        )}
      </Stack>
    </Panel>
  );
}

function Creator({ creator: { kind, id, name } }: { readonly creator: LinkCreator }) {
  if (kind === 'command') return actors.operator;
  if (kind === 'member') return name ?? id;
  const text = linksTexts.creators[kind](name ?? id);
  if (kind === 'server_token') return text;
  return (
    <>
      {text}
      <Text size="xs" c="orange" component="span" display="block" mt={2}>
        {linksTexts.publicTokenText}
      </Text>
    </>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
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
  readonly name: string | null;
  /** The template still exists. */
  readonly known: boolean;
}

function Template({ name, known }: TemplateProps) {
  const app = useApp();
  if (name === null) return linksTexts.details.noTemplate;
  if (!known) return name;
  return (
    <TextLink to="/$app/templates/$name" params={{ app, name }} inherit className="tap">
      {name}
    </TextLink>
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
