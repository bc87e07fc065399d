import { FIELD_FORMAT, type ChangeFormat } from '../../../components/change-text.ts';
import { change as changeTexts } from '../../../texts/change.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';

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
