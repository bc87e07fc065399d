import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem, type Issue, type Problem } from '../../../api/problem.ts';
import type { Version } from './document-state.ts';
import { forgetLink, metadataQuery, saveMetadata } from './metadata-api.ts';

interface Change {
  readonly base: Version;
  /** What is sent; null removes the metadata. */
  readonly text: string | null;
  /** Said when it is done. */
  readonly toast: string;
  readonly onSaved: (version: Version) => void;
  /** What the service finds wrong with the document. */
  readonly onRefused?: (issues: readonly Issue[]) => void;
}

export interface Saving {
  readonly save: (change: Change) => void;
  readonly pending: boolean;
  /** Why the last one was not saved; null: it was. */
  readonly error: Error | null;
}

/** Sends changes. If someone else saved first, nothing is changed and `onTheirs` gets their version. */
export function useSaving(app: string, code: string, onTheirs: (version: Version) => void): Saving {
  const queries = useQueryClient();
  const { queryKey } = metadataQuery(app, code);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ base, text }: Change) => {
      // An answer that is on its way would be older than this change.
      await queries.cancelQueries({ queryKey });
      return saveMetadata(app, code, base, text);
    },
    onSuccess: (result, { toast, onSaved }) => {
      if ('theirs' in result) {
        onTheirs(result.theirs);
        return;
      }
      onSaved(result.saved);
      queries.setQueryData(queryKey, result.saved);
      forgetLink(queries, app, code);
      notifications.show({ message: toast, color: 'teal' });
    },
    onError: (problem, { onRefused }) => {
      if (isAboutDocument(problem)) onRefused?.(problem.issues);
    },
  });
  return { save: mutate, pending: isPending, error };
}

/** Issues of the document are shown at their places; what is left is shown as it is. */
export function isAboutDocument(error: unknown): error is Problem {
  return isProblem(error, 'validation_failed', 'invalid_json') && error.issues.length > 0;
}
