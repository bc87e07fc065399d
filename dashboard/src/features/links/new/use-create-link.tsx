import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, type Answer } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { useUsedValues } from '../campaign/use-used-values.ts';
import { refreshLists, cacheLink } from '../link-cache.ts';
import { newKey } from '../../../lib/new-key.ts';
import { bodyOf, routesAfterCreate, type NewLinkValues } from './new-link.ts';

interface Created extends Answer<Link> {
  /** Why routes of the link that was duplicated could not be given to it. */
  readonly routesError?: Error;
}

/** Creates the link of the form once; a repeated request returns the same link. */
export function useCreateLink() {
  const app = useApp();
  const key = useRef<string>(undefined);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { keepOf } = useUsedValues();
  const [created, setCreated] = useState<Answer<Link>>();
  const create = useMutation({
    mutationFn: async (values: NewLinkValues): Promise<Created> => {
      key.current ??= newKey();
      const made = await call('POST', 'smartlinks', {
        app,
        json: bodyOf(values),
        idempotencyKey: key.current,
      });
      const { data, status } = made;
      const body = status === 201 ? routesAfterCreate(values, data.routes) : undefined;
      if (body === undefined) return made;
      const params = { code: data.code };
      try {
        const changed = await call('PATCH', 'smartlinks/{code}', { app, params, body });
        return { ...made, data: changed.data, etag: changed.etag };
      } catch (error) {
        // The link exists, so the form must not say that it does not.
        return { ...made, routesError: error as Error };
      }
    },
    onSuccess: (answer) => {
      cacheLink(queries, app, answer);
      refreshLists(queries, app);
      keepOf(answer.data);
      announce(answer);
      if (answer.routesError) announceRoutes(answer.routesError);
      setCreated(answer);
    },
  });
  const code = created?.data.code;
  // Only after the form has no unsaved changes.
  useEffect(() => {
    if (code === undefined) return;
    void navigate({ to: '/$app/links/$code', params: { app, code }, replace: true });
  }, [app, code, navigate]);
  /** The next request creates another link. */
  const startOver = (): void => {
    key.current = undefined;
    create.reset();
  };
  /** The link was created and its page is loading. */
  const leaving = created !== undefined;
  return { create, leaving, startOver };
}

function announceRoutes(error: Error): void {
  notifications.show({
    color: 'red',
    title: linksTexts.routesNotCopied,
    message: error.message,
    autoClose: false,
  });
}

function announce({ data: { smartlink }, status }: Answer<Link>): void {
  const isNew = status !== 200;
  notifications.show({
    color: isNew ? 'teal' : 'blue',
    title: isNew ? linksTexts.linkCreated : linksTexts.exists,
    message: (
      <>
        {!isNew && <Text size="sm">{linksTexts.existsText}</Text>}
        <Group gap={4} wrap="nowrap">
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {smartlink}
          </Text>
          <CopyButton value={smartlink} what={smartlink} />
        </Group>
      </>
    ),
    autoClose: 12_000,
  });
}
