import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApp } from '../api/session.ts';
import { shared as texts } from '../texts/shared.ts';
import { TextLink } from './link.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Shown instead of the title. */
  readonly heading?: ReactNode;
  /** A sentence below the title about the page. */
  readonly lead?: ReactNode;
  /** The list that the page belongs to. */
  readonly back?: BackProps;
  /** Beside the title, where it moves nothing when it appears. */
  readonly notice?: ReactNode;
  readonly actions?: ReactNode;
  /** The title and the buttons stay visible while a long form scrolls. */
  readonly sticky?: boolean;
  readonly children: ReactNode;
  /** The maximum width; lists use the full width. */
  readonly width?: number | string;
}

/** All pages have the same left edge regardless of their width, so that nothing moves between pages. */
export const FRAME_WIDTH = 1600;

/** The frame of every page after the sign-in. */
export function Page(props: PageProps) {
  const { title, heading = title, lead, back, notice, actions } = props;
  const { sticky = false, children, width = 1360 } = props;
  useDocumentTitle(`${title} · ${texts.product}`);
  return (
    <Box maw={FRAME_WIDTH} mx="auto" w="100%">
      <Stack gap="lg" maw={width}>
        {back && <Back {...back} />}
        <div className={classes.head} data-sticky={sticky || undefined}>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {heading}
          </Title>
          {Boolean(notice) && <div className={classes.notice}>{notice}</div>}
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </div>
        {Boolean(lead) && (
          <Text c="dimmed" maw={720} component="div" className={classes.lead ?? ''}>
            {lead}
          </Text>
        )}
        {children}
      </Stack>
    </Box>
  );
}

interface BackProps {
  readonly to: '/$app/links' | '/$app/templates' | '/$app/settings/webhooks';
  readonly label: string;
}

function Back({ to, label }: BackProps) {
  const app = useApp();
  return (
    <TextLink to={to} params={{ app }} size="sm" className={classes.back ?? ''}>
      {label}
    </TextLink>
  );
}
