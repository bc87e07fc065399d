export const metadata = {
  title: 'Metadata',
};
