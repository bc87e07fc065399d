import { FIELD_FORMAT, type ChangeFormat } from '../../../components/change-text.ts';
import type { Choices, Conflict } from '../../../lib/json-merge.ts';
import { pointerOf } from '../../../lib/json-node.ts';
import { nodeOf } from '../../../lib/json-value.ts';
import { change as changeTexts } from '../../../texts/change.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { isEdited, PARTS, requestOf, type WebhookDraft } from './webhook-draft.ts';

type Part = (typeof PARTS)[number];

/** The fields that were edited from `base`, and that someone else has changed differently. */
export function conflictsOf(
  draft: WebhookDraft,
  base: WebhookDraft,
  stored: WebhookDraft,
): Conflict[] {
  const valueOf = (one: WebhookDraft, part: Part) => nodeOf(requestOf(one)[nameOf(part)]);
  return PARTS.filter(
    (part) =>
      isEdited(draft, base, part) && isEdited(stored, base, part) && isEdited(draft, stored, part),
  ).map((part) => ({
    path: [nameOf(part)],
    base: valueOf(base, part),
    mine: valueOf(draft, part),
    theirs: valueOf(stored, part),
  }));
}

/** The draft with the values of others where the user has chosen these. */
export function resolved(
  draft: WebhookDraft,
  stored: WebhookDraft,
  choices: Choices,
): WebhookDraft {
  const theirs = PARTS.filter((part) => choices.get(pointerOf([nameOf(part)])) === 'theirs');
  const fields = theirs.flatMap((part) => part.map((field) => [field, stored[field]] as const));
  return { ...draft, ...Object.fromEntries(fields) };
}

/** The field of the API. */
function nameOf(part: Part) {
  return part[0] === 'which' ? 'types' : part[0];
}

const LABELS: Readonly<Record<string, string>> = words.fields;
const TYPES: Readonly<Record<string, string>> = words.typeNames;

/** How the dialog shows the fields of a webhook. */
export const WEBHOOK_FORMAT: ChangeFormat = {
  labelOf: ([field]) => LABELS[String(field)] ?? String(field),
  textOf: (path, node) => {
    if (node.kind !== 'array') return FIELD_FORMAT.textOf(path, node);
    const values = node.items.map((item) => (item.kind === 'string' ? item.text : ''));
    const isTypes = path[0] === 'types';
    if (values.length === 0) return isTypes ? words.allTypes : changeTexts.none;
    return values.map((value) => (isTypes ? TYPES[value] : undefined) ?? value).join(', ');
  },
};
