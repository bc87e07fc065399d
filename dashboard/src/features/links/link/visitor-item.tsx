import { Accordion, Box, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bot, CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react';
import { get } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import type { Explanation } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { known } from '../../../lib/known.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { usePhone } from '../../../components/use-phone.ts';
import type { Visitor } from './devices.ts';
import type { Simulated } from './simulated.ts';
import { outcomeOf } from './outcome.ts';

const ICONS = { phone: Smartphone, tablet: Tablet, computer: Monitor, robot: Bot, own: CircleHelp };

interface VisitorItemProps {
  readonly id: string;
  readonly code: string;
  readonly kind: Visitor['kind'] | 'own';
  readonly label: string;
  readonly userAgent: string;
  readonly cookie?: string | undefined;
  /** What the rules of the link depend on. */
  readonly conditions: Simulated;
}

/** A visitor: the result in one line; expanded, the reasons. */
export function VisitorItem(props: VisitorItemProps) {
  const { id, code, kind, label, userAgent, cookie, conditions } = props;
  const app = useApp();
  const Icon = ICONS[kind];
  const explained = useQuery({
    queryKey: ['link', app, code, 'explain', userAgent, cookie, conditions],
    queryFn: ({ signal }) =>
      get('smartlinks/{code}/explain', {
        app,
        params: { code },
        query: { user_agent: userAgent, cookie, ...conditions },
        signal,
      }),
  });
  return (
    <Accordion.Item value={id}>
      <Accordion.Control icon={<Icon size={20} aria-hidden />}>
        <Text component="span" display="block" size="sm" fw={600}>
          {label}
        </Text>
        <Line explanation={explained.data} failed={explained.isError} />
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="md">
          <ErrorAlert error={explained.error} retry={() => void explained.refetch()} />
          {explained.data !== undefined && <Reasons explanation={explained.data} />}
          <Box>
            <Hint size="xs">{linksTexts.devices.sends}</Hint>
            <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {userAgent}
            </Text>
          </Box>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

interface LineProps {
  readonly explanation: Explanation | undefined;
  readonly failed: boolean;
}

function Line({ explanation, failed }: LineProps) {
  const phone = usePhone();
  if (failed)
    return (
      <Text component="span" size="sm">
        {linksTexts.devices.failed}
      </Text>
    );
  if (explanation === undefined)
    return <Skeleton component="span" display="block" height={14} mt={6} maw={420} />;
  const { target, good } = outcomeOf(explanation);
  return (
    <Text
      component="span"
      size="sm"
      c={good ? 'dimmed' : 'var(--mantine-color-text)'}
      lineClamp={phone ? 3 : 2}
      style={{ overflowWrap: 'anywhere' }}
    >
      {linksTexts.devices.kinds[explanation.kind]}{' '}
      {target !== undefined && (
        <Text span inherit ff="monospace" c="var(--mantine-color-text)">
          {target}
        </Text>
      )}
    </Text>
  );
}

function Reasons({ explanation }: { readonly explanation: Explanation }) {
  const words = linksTexts.devices;
  const { target, others } = outcomeOf(explanation);
  const addresses = target === undefined ? others : [['target', target] as const, ...others];
  return (
    <>
      <List type="ordered" size="sm" spacing={4} aria-label={words.why}>
        {explanation.why.map((step) => (
          <List.Item key={step}>{step.charAt(0).toUpperCase() + step.slice(1)}</List.Item>
        ))}
      </List>
      {addresses.map(([name, address]) => (
        <Box key={name}>
          <Hint size="xs">{known(words.addresses, name) ?? name}</Hint>
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {address}
            </Text>
            <CopyButton value={address} what={address} />
          </Group>
        </Box>
      ))}
    </>
  );
}
