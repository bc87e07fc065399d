import { useMutation, useQueryClient } from '@tanstack/react-query';
import { appQuery, appStore } from '../api/app-document.ts';
import { savePart, type AppVersion, type Part, type SaveOutcome } from '../api/save-part.ts';
import { useApp } from '../api/session.ts';

/** Saves a part of the app with `savePart` and updates the queries that depend on it. */
export function useSavePart<T extends object>(part: Part<T>) {
  const app = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ base, value }: { readonly base: AppVersion; readonly value: T }) =>
      savePart(appStore(app), part, base, value),
    onSuccess: (saved: SaveOutcome<T>) => {
      queries.setQueryData(appQuery(app).queryKey, saved.version);
      // The results of the host checks are about the previous hosts.
      void queries.resetQueries({ queryKey: ['doctor', app, true] });
      // Results derived from the settings are out of date; of a link, its address and its previews by device.
      for (const derived of ['try', 'hosts', 'link']) {
        void queries.invalidateQueries({ queryKey: [derived, app] });
      }
    },
  });
}
