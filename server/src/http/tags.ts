/** What the operations are grouped by. */
export const TAGS = [
  {
    name: 'Smart links',
    description: 'Create and retrieve smart links, with any token of the app.',
  },
  { name: 'Client', description: 'For apps and web pages, with the token of their platform.' },
  { name: 'Management', description: 'The app, its links and its tokens.' },
  { name: 'Webhooks', description: 'Sends events of the app to other services.' },
  { name: 'Members', description: 'The people who can sign in to an app.' },
  { name: 'Signing in', description: 'Sessions and accounts of people who use the dashboard.' },
  { name: 'Operations', description: 'Health checks for load balancers and orchestrators.' },
] as const;

export type Tag = (typeof TAGS)[number]['name'];

/** The tag of operations that name none. */
export const DEFAULT_TAG: Tag = 'Management';
