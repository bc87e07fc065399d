import '../../components/mantine-more.css';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { importing as words } from '../../texts/importing.ts';
import { links as linksTexts } from '../../texts/links.ts';
import * as texts from '../../texts/texts.ts';
import { readChosenFile, type ChosenFile } from './import/chosen-file.ts';
import { FilePicker } from './import/file-picker.tsx';
import { ImportForm } from './import/import-form.tsx';

export function ImportPage() {
  const may = useMay('editor');
  const [wasAllowed, setWasAllowed] = useState(may);
  if (may && !wasAllowed) setWasAllowed(true);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      back={{ to: '/$app/links', label: linksTexts.title }}
      width={1080}
    >
      {wasAllowed ? <Import /> : <Alert>{texts.needsRole(texts.roles.editor)}</Alert>}
    </Page>
  );
}

/** A file, then what its columns set, then its rows. */
function Import() {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [issue, setIssue] = useState<string>();
  /** Each file begins with its own form. */
  const [number, setNumber] = useState(0);
  const [isLocked, setLocked] = useState(false);
  const choose = async (file: File): Promise<void> => {
    const read = await readChosenFile(file);
    setNumber((now) => now + 1);
    setIssue('issue' in read ? read.issue : undefined);
    setChosen('issue' in read ? undefined : read);
  };
  return (
    <>
      <FilePicker
        name={chosen?.file.name}
        issue={issue}
        disabled={isLocked}
        onChoose={(file) => void choose(file)}
      />
      {chosen && <ImportForm key={number} chosen={chosen} onLock={setLocked} />}
    </>
  );
}
