export const savedFilters = {
  title: 'Saved filters',
  name: 'Name',
  nameHint: 'Saves the search and the filters that are set now. Other members do not see them.',
  save: 'Save filter',
  replaces: 'A filter with this name exists. It is replaced.',
  none: 'No saved filters yet',
  noneText: 'Search or filter the list, then save the filter here.',
  rename: (name: string) => `Rename ${name}`,
  remove: (name: string) => `Delete ${name}`,
  newName: 'New name',
  renameNow: 'Rename',
  any: 'All links',
};
