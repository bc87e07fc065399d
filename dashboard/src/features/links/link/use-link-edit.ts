import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { useApp } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import { assignIssues } from '../../../lib/issues.ts';
import { mergeValues } from '../../../lib/json-merge.ts';
import { isSameValue } from '../../../lib/json-value.ts';
import { refreshLists, cacheLink } from '../link-cache.ts';
import type { LinkChange } from '../../../api/schema.ts';
import { changeLink, StaleLink } from './link-changes.ts';
import type { LinkAnswer } from './link-query.ts';

interface Edit<Values> {
  /** The link at the start of the edit. */
  readonly base: LinkAnswer;
  readonly values: Values;
}

interface Part<Values> {
  /** The pointers of its fields in a change. */
  readonly fields: readonly string[];
  readonly valuesOf: (link: Link) => Values;
  /** Can the values be sent? Left out: always. */
  readonly isValid?: (values: Values) => boolean;
  /** The change compared with the link at the start of the edit; undefined: none. */
  readonly changeOf: (values: Values, base: Link) => LinkChange | undefined;
  readonly onSaved?: (link: Link) => void;
}

/** What no visit depends on. */
const INTERNAL = ['tags', 'name', 'note'];
/** What a list shows or is filtered by. */
const LISTED = ['tags', 'name', 'valid_from', 'valid_until'];

/** The edit of a part of a link until it is saved. It never overwrites changes by others. */
export function useLinkEdit<Values>(
  current: LinkAnswer,
  { fields, valuesOf, isValid = () => true, changeOf, onSaved }: Part<Values>,
) {
  const app = useApp();
  const queries = useQueryClient();
  const [edit, setEdit] = useState<Edit<Values>>();
  const [stale, setStale] = useState<StaleLink>();
  const close = (): void => {
    setEdit(undefined);
    setStale(undefined);
    saving.reset();
  };
  const saving = useMutation({
    mutationFn: async ({ base, values }: Edit<Values>) => {
      const change = changeOf(values, base.data);
      if (change === undefined) return undefined;
      // The change is computed from the link at the start and applied to the version that was shown last.
      const saved = await changeLink(app, stale?.now ?? base, change);
      return { saved, change };
    },
    onSuccess: (done, sent) => {
      setStale(undefined);
      setEdit((now) => now && afterSave(now, sent, done?.saved ?? sent.base, valuesOf));
      if (!done) return;
      cacheLink(queries, app, done.saved);
      onSaved?.(done.saved.data);
      if (LISTED.some((field) => field in done.change)) refreshLists(queries, app);
      const isSeen = Object.keys(done.change).some((field) => !INTERNAL.includes(field));
      notifications.show({ color: 'teal', message: isSeen ? linksTexts.changeSaved : texts.saved });
    },
    onError: (error) => {
      if (!(error instanceof StaleLink)) return;
      setStale(error);
      cacheLink(queries, app, error.now);
    },
  });
  const unsaved = edit !== undefined && !isSameValue(edit.values, valuesOf(edit.base.data));
  const valid = edit === undefined || isValid(edit.values);
  const error = saving.error instanceof StaleLink ? null : saving.error;
  const issues = assignIssues(error, fields);
  return {
    /** Undefined: nothing is being edited. */
    values: edit?.values,
    unsaved,
    /** False: a field shows why the values cannot be sent. */
    valid,
    saving: saving.isPending,
    /** An error other than a conflict. */
    error,
    /** The issues of each field, by its pointer. */
    issues: issues.at,
    /** The error, unless all of it belongs to fields. */
    otherError: issues.rest,
    /** A deleted link cannot be changed. */
    fixed: current.data.state === 'deleted',
    /** The changes by someone else. */
    theirs: stale?.theirs,
    start: () => setEdit({ base: current, values: valuesOf(current.data) }),
    set: (values: Values) => {
      // The errors are about what was sent: a rule can be at another position now. A conflict stays.
      if (saving.isError) saving.reset();
      setEdit((now) => now && { ...now, values });
    },
    // During a save it is too late.
    cancel: () => {
      if (!saving.isPending) close();
    },
    /** Saves the edit; after `theirs` was shown, on top of those changes. */
    save: () => {
      if (edit !== undefined && valid) saving.mutate(edit);
    },
  };
}
export type LinkEdit<Values> = ReturnType<typeof useLinkEdit<Values>>;

/** The edit goes on with what was typed during the save; undefined: nothing was. */
function afterSave<Values>(
  { values }: Edit<Values>,
  sent: Edit<Values>,
  saved: LinkAnswer,
  valuesOf: (link: Link) => Values,
): Edit<Values> | undefined {
  if (isSameValue(values, sent.values)) return undefined;
  const merged = mergeValues(sent.values, values, valuesOf(saved.data));
  return { base: saved, values: merged.value ?? values };
}
