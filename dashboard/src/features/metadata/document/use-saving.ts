import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem, type Issue, type Problem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import type { Version } from './document-state.ts';
import { forgetLink, metadataQuery, saveMetadata } from './metadata-api.ts';

interface Change {
  readonly base: Version;
  /** The text to save; null removes the metadata. */
  readonly text: string | null;
  /** The message after the save. */
  readonly toast: string;
  readonly onSaved: (version: Version) => void;
  /** The issues that the service found in the document. */
  readonly onRefused?: (issues: readonly Issue[]) => void;
}

interface Saving {
  readonly save: (change: Change) => void;
  readonly pending: boolean;
  /** The error of the last save; null: it succeeded. */
  readonly error: Error | null;
}

/** Sends changes. If someone else saved first, nothing is changed and `onTheirs` gets their version. */
export function useSaving(code: string, onTheirs: (version: Version) => void): Saving {
  const app = useApp();
  const queries = useQueryClient();
  const { queryKey } = metadataQuery(app, code);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ base, text }: Change) => {
      // A response that is still loading would be older than this change.
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

/** Is an error about the document? Its issues are shown at their locations; other errors are shown in an alert. */
export function isAboutDocument(error: unknown): error is Problem {
  return isProblem(error, 'validation_failed', 'invalid_json') && error.issues.length > 0;
}
