export const settings = {
  title: 'Settings',
  pages: {
    platforms: 'Platforms',
    hosts: 'Hosts',
    look: 'Look',
    tokens: 'Tokens',
    members: 'Members',
    audit: 'Audit log',
    doctor: 'Doctor',
  },
};
