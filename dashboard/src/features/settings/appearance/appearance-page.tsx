import '../../../components/mantine-more.css';
import type { VisitSettings } from '../../../api/types.ts';
import { PartForm } from '../../../components/part-form.tsx';
import { TwoColumns } from '../../../components/two-columns.tsx';
import { issueAt, issuesOf } from '../../../lib/issues.ts';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { AppearanceFields } from './appearance-fields.tsx';
import { AppearancePreview } from './appearance-preview.tsx';
import { tidyVisits, visitsPart } from './visits-draft.ts';
import { usePreview } from './use-preview.ts';
import { usePartEditor, type WholePart } from '../use-part-editor.ts';

const FIELDS = [
  'title',
  'icon',
  'color',
  'home',
  'social/title',
  'social/description',
  'social/image',
];

export function AppearancePage() {
  const editing = usePartEditor(visitsPart as WholePart<VisitSettings>, 'editor');
  const preview = usePreview(tidyVisits(editing.value));
  // The preview finds issues before anything is saved.
  const early = issuesOf(preview.error);
  return (
    <PartForm
      title={settingsTexts.pages.look}
      lead={setupTexts.look.lead}
      width={1360}
      role="editor"
      editing={editing}
      shown={FIELDS.map((field) => `/visits/${field}`)}
      labelOf={labelOf}
    >
      <TwoColumns aside={<AppearancePreview preview={preview} />}>
        <AppearanceFields
          editing={editing}
          issue={(at) => editing.issue(at) ?? issueAt(early, at)}
        />
      </TwoColumns>
    </PartForm>
  );
}

function labelOf(pointer: string): string {
  const words = setupTexts.look;
  const labels: Readonly<Record<string, string>> = {
    '/title': words.name,
    '/icon': words.icon,
    '/color': words.color,
    '/home': words.home,
    '/forward_query': words.forward,
    '/add_code': words.code,
    '/social/title': words.cardTitle,
    '/social/description': words.cardDescription,
    '/social/image': words.cardImage,
  };
  return labels[pointer] ?? pointer;
}
