import '../../components/mantine-more.css';
import { useState } from 'react';
import { Confirm } from '../../components/confirm.tsx';
import { Page } from '../../components/page.tsx';
import { importing as words } from '../../texts/importing.ts';
import { links as linksTexts } from '../../texts/links.ts';
import { EditorOnly } from './editor-only.tsx';
import { readChosenFile, type ChosenFile } from './import/chosen-file.ts';
import { FilePicker } from './import/file-picker.tsx';
import { ImportForm, type FileProgress } from './import/import-form.tsx';

export function ImportPage() {
  return (
    <Page
      title={words.title}
      lead={words.lead}
      back={{ to: '/$app/links', label: linksTexts.title }}
      width={1080}
    >
      <EditorOnly>
        <Import />
      </EditorOnly>
    </Page>
  );
}

/** A file, then what its columns set, then its rows. */
function Import() {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [issue, setIssue] = useState<string>();
  /** Each file begins with its own form. */
  const [number, setNumber] = useState(0);
  const [progress, setProgress] = useState<FileProgress>('none');
  /** The file that replaces one that is only partly imported, once the user confirms it. */
  const [next, setNext] = useState<File>();
  const choose = async (file: File): Promise<void> => {
    setNext(undefined);
    const read = await readChosenFile(file);
    setNumber((now) => now + 1);
    setIssue('issue' in read ? read.issue : undefined);
    setChosen('issue' in read ? undefined : read);
    setProgress('none');
  };
  return (
    <>
      <FilePicker
        name={chosen?.file.name}
        issue={issue}
        disabled={progress === 'running'}
        onChoose={(file) => {
          if (progress === 'partly') setNext(file);
          else void choose(file);
        }}
      />
      {chosen && <ImportForm key={number} chosen={chosen} onProgress={setProgress} />}
      <Confirm
        opened={next !== undefined}
        title={words.replaceTitle}
        action={words.chooseOther}
        onConfirm={() => next && void choose(next)}
        onClose={() => setNext(undefined)}
      >
        {words.replaceText(chosen?.file.name ?? '')}
      </Confirm>
    </>
  );
}
