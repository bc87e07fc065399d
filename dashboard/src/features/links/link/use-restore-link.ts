import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { cacheLink, reloadLinks } from '../link-cache.ts';

/** Restores a deleted link and says so. */
export function useRestoreLink() {
  const app = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      call('POST', 'smartlinks/{code}/restore', { app, params: { code } }),
    onSuccess: (restored, code) => {
      cacheLink(queries, app, restored);
      reloadLinks(queries, app, code);
      notifications.show({ color: 'teal', message: linksTexts.restored(code) });
    },
    onError: (error, code) => {
      reloadLinks(queries, app, code);
      notifications.show({ color: 'orange', message: error.message });
    },
  });
}
