import '../../../components/mantine-more.css';
import { PartForm } from '../../../components/part-form.tsx';
import { cardOf } from '../../../components/social.ts';
import { SocialPreview } from '../../../components/social-preview.tsx';
import { TwoColumns } from '../../../components/two-columns.tsx';
import { issueAt, issuesOf } from '../../../lib/issues.ts';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { AppearanceFields } from './appearance-fields.tsx';
import { AppearancePreview } from './appearance-preview.tsx';
import { tidyVisits, visitsPart } from './visits-draft.ts';
import { usePreview } from './use-preview.ts';
import { usePartEditor } from '../use-part-editor.ts';

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
  const editing = usePartEditor(visitsPart, 'editor');
  const visits = tidyVisits(editing.value);
  const preview = usePreview(visits);
  const { name, hosts } = editing.base;
  const card = <SocialPreview card={cardOf(null, visits, name)} host={hosts[0] ?? location.host} />;
  // The preview finds issues before anything is saved.
  const early = issuesOf(preview.error);
  return (
    <PartForm
      title={settingsTexts.pages.look}
      lead={setupTexts.appearance.lead}
      width={1360}
      role="editor"
      editing={editing}
      shown={FIELDS.map((field) => `/visits/${field}`)}
    >
      <TwoColumns aside={<AppearancePreview preview={preview} card={card} />}>
        <AppearanceFields
          editing={editing}
          issue={(at) => editing.issue(at) ?? issueAt(early, at)}
        />
      </TwoColumns>
    </PartForm>
  );
}
