import { counted } from './counted.ts';

export const conflict = {
  title: 'Someone else changed the same fields',
  text: 'Nothing is saved yet. Choose a value for each field. All other changes, yours and theirs, are kept.',
  mine: 'Yours',
  theirs: 'Theirs (saved)',
  base: 'Before both changes',
  allMine: 'Use all of mine',
  allTheirs: 'Use all of theirs',
  toResolve: (open: number) => `${counted(open, 'conflict', 'conflicts')} to resolve`,
};
