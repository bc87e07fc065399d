export const signIn = {
  title: 'Sign in',
  lead: 'to make, find and change smart links',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  with: (name: string) => `Sign in with ${name}`,
  or: 'or',
  failed: {
    no_provider: 'There is no other sign-in service here. Sign in by password.',
    refused: 'You were not signed in there. You can try again.',
    expired: 'That took too long, or was begun in another window. Sign in again.',
    provider_away: 'The sign-in service does not answer. Try again in a moment.',
    busy: 'Many people are signing in at this moment. Try again in a moment.',
    no_email: 'The sign-in service does not tell your e-mail address, so nobody knows you here.',
    email_not_verified:
      'Your e-mail address is not verified at the sign-in service. Have it verified there, then sign in again.',
    not_invited:
      'You are not invited. Ask an owner of the app to invite the e-mail address that you have at the sign-in service. If you came by the link of an invitation, open it once more.',
    linked_to_another:
      'The account with your e-mail address belongs to somebody else at the sign-in service. Ask whoever runs this service.',
    failed: 'Signing in did not work. Whoever runs this service finds the reason in its log.',
  },
  wrong: 'The e-mail or the password is not right.',
  wait: (seconds: number) => `Too many tries. You can try again in ${seconds} seconds.`,
  lost: 'Lost your password? Whoever runs this service can make you a new link:',
  lostCommand: 'smartlink member reset',
  first:
    'Nobody has an account yet? The link to the first one is in the output of the first start.',
  ended: 'You are signed out. Sign in to go on where you were.',
};

export const invitation = {
  title: 'Invitation',
  looking: 'Looking at the invitation …',
  invitedBy: (who: string, app: string) => `${who} invites you to ${app}`,
  invited: (app: string) => `You are invited to ${app}`,
  invitedAnywhere: 'You are invited',
  as: (role: string) => `Your role: ${role}`,
  roles: {
    owner: 'You may do everything: links, templates, settings, tokens and members.',
    editor: 'You may make and change links and templates.',
    viewer: 'You may look at everything, and change nothing.',
  },
  newPerson: 'Choose a password to create your account.',
  known: 'Sign in with the password of your account.',
  isKnown: 'I already have an account',
  isNew: 'I am new here',
  email: 'E-mail',
  emailFixed: 'The invitation is for this address.',
  name: 'Name',
  nameHint: 'How others see you. You can change it later.',
  password: 'Password',
  ownPassword: 'Your password',
  join: 'Join',
  joinWith: (name: string) => `Join with ${name}`,
  atProvider: (name: string, email: string) =>
    `Sign in at ${name}, where your e-mail is ${email}, and you are in.`,
  anybodyAtProvider: (name: string) => `Sign in at ${name}, and you are in.`,
  noPasswordsTitle: 'There is no password to choose',
  noPasswords: (name: string) =>
    `Signing in by password is switched off here. Sign in with ${name} instead.`,
  joinAs: (app: string) => `Join ${app}`,
  newPasswordTitle: 'Choose a new password',
  newPasswordLead: (email: string) => `For ${email}. You are signed out everywhere else.`,
  newPassword: 'New password',
  setPassword: 'Save and sign in',
  wrong:
    'This is not the password of your account. If you did not choose one, ask whoever runs this service for a link to choose a new one.',
  overTitle: 'This link is not valid any more',
  over: 'It works once, and for 7 days. Ask whoever sent it to you for a new one.',
  overKnown: 'Was it you who used it? Then sign in.',
  missingTitle: 'Open the link once more',
  missing:
    'What makes an invitation valid is kept out of the address on purpose, so this page cannot be loaded again. Open the link from the message that you got.',
  toSignIn: 'Sign in',
};

export const strength = {
  rule: 'At least 12 characters. A few words that do not belong together are easy to remember.',
  tooShort: (missing: number) =>
    missing === 1 ? 'One more character' : `${missing} more characters`,
  tooPlain: 'Too few different characters',
  isEmail: 'Not your e-mail address',
  levels: ['Easy to guess', 'Fair', 'Good', 'Strong'],
};
