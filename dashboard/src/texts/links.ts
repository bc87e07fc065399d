export const links = {
  title: 'Links',
};
