import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem, type Issue, type Problem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import type { Version } from './document-state.ts';
import { invalidateLink, metadataQuery, saveMetadata } from './metadata-api.ts';

interface Change {
  readonly base: Version;
  /** The text to save; null removes the metadata. */
  readonly text: string | null;
  /** Shown after the save. */
  readonly toast: string;
  readonly onSaved: (version: Version) => void;
  /** Called with the issues that the service found in the document. */
  readonly onRejected?: (issues: readonly Issue[]) => void;
}

/** Saves changes. If someone else saved first, nothing is saved, and `onTheirs` is called with their version. */
export function useSaving(code: string, onTheirs: (version: Version) => void) {
  const app = useApp();
  const queries = useQueryClient();
  const { queryKey } = metadataQuery(app, code);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ base, text }: Change) => {
      // A response that arrives after the save could be older than it.
      await queries.cancelQueries({ queryKey });
      return saveMetadata(app, code, base, text);
    },
    onSuccess: (result, { toast, onSaved }) => {
      if ('theirs' in result) return onTheirs(result.theirs);
      onSaved(result.saved);
      queries.setQueryData(queryKey, result.saved);
      invalidateLink(queries, app, code);
      notifications.show({ message: toast, color: 'teal' });
    },
    onError: (problem, { onRejected }) => {
      if (isAboutDocument(problem)) onRejected?.(problem.issues);
    },
  });
  return { save: mutate, pending: isPending, error };
}

/** Does the error have issues in the document? Those are shown at their locations, other errors in an alert. */
export function isAboutDocument(error: unknown): error is Problem {
  return isProblem(error, 'validation_failed', 'invalid_json') && error.issues.length > 0;
}
