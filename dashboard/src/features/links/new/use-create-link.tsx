import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, type Answer } from '../../../api/call.ts';
import type { Link } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { forgetLists, rememberLink } from '../link-cache.ts';
import { bodyOf, type NewLinkValues } from './new-link.ts';

interface CreateLink {
  readonly create: UseMutationResult<Answer<Link>, Error, NewLinkValues>;
  /** The link is there, and its page is on its way. */
  readonly leaving: boolean;
  /** The next request creates another link. */
  readonly startOver: () => void;
}

/** Creates the link of the form once; a repeated request returns the same link. */
export function useCreateLink(app: string): CreateLink {
  const key = useRef<string>(undefined);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<Answer<Link>>();
  const create = useMutation({
    mutationFn: (values: NewLinkValues) => {
      key.current ??= newKey();
      return call('POST', 'smartlinks', {
        app,
        json: bodyOf(values),
        idempotencyKey: key.current,
      });
    },
    onSuccess: (answer) => {
      rememberLink(queries, app, answer);
      forgetLists(queries, app);
      announce(answer);
      setMade(answer);
    },
  });
  const code = made?.data.code;
  // Only after the form has no unsaved changes.
  useEffect(() => {
    if (code === undefined) return;
    void navigate({ to: '/$app/links/$code', params: { app, code }, replace: true });
  }, [app, code, navigate]);
  const startOver = (): void => {
    key.current = undefined;
    create.reset();
  };
  return { create, leaving: made !== undefined, startOver };
}

// `crypto.randomUUID` is there on https only.
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function announce({ data: { smartlink }, status }: Answer<Link>): void {
  const isNew = status !== 200;
  notifications.show({
    color: isNew ? 'teal' : 'blue',
    title: isNew ? linksTexts.made : linksTexts.wasThere,
    message: (
      <>
        {!isNew && <Text size="sm">{linksTexts.wasThereText}</Text>}
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
