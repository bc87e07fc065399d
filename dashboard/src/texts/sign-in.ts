import { counted } from './counted.ts';

export const signIn = {
  title: 'Sign in',
  lead: 'to create and manage smart links',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  signInWith: (name: string) => `Sign in with ${name}`,
  or: 'or',
  failed: {
    no_provider: 'No sign-in provider is configured. Sign in with your password.',
    refused: 'The sign-in provider did not sign you in. Try again.',
    expired: 'The sign-in has expired or was started in another window. Sign in again.',
    provider_unavailable: 'The sign-in provider is unavailable. Try again in a moment.',
    busy: 'Too many sign-ins are in progress, or too many from your network have failed. Try again in a minute.',
    no_email: 'The sign-in provider did not send your email address, so you cannot be identified.',
    email_not_verified:
      'The sign-in provider has not verified your email address. Verify it there, then sign in again.',
    not_invited:
      'You have not been invited. Ask an owner of the app to invite the email address that you use at the sign-in provider. If you used an invitation link, open it again.',
    linked_to_another:
      'The account with your email address is connected to another user at the sign-in provider. Contact the operator of this service.',
    failed: 'The sign-in failed. The operator of this service can find the reason in the log.',
  },
  wrongCredentials: 'The email or password is incorrect.',
  tooManyAttempts: (seconds: number) =>
    `Too many attempts. Try again in ${counted(seconds, 'second', 'seconds')}.`,
  forgotPassword: 'Forgot your password? Ask the operator of this service for a link to reset it:',
  resetCommand: 'smartlink member reset',
  firstAccount:
    'No account yet? Open the sign-in link of the first start: on the terminal, or in the file data/first-start.txt. After 7 days, ask the operator for an invitation:',
  inviteCommand: 'smartlink member invite',
  again: {
    title: 'Sign in to continue',
    ended: (name: string) =>
      `You are signed out. Sign in again as ${name}: the page keeps your input and continues.`,
    otherMember: (name: string) =>
      `Another account has signed in with this browser. Sign in again as ${name} to keep your input, or reload the page.`,
    otherAccount:
      'If you sign in with another account, the page is reloaded and unsaved changes are lost.',
    inOtherTab: 'Sign in in the new tab. Then this page continues by itself.',
    reload: 'Reload and discard changes',
  },
  done: {
    title: 'You are signed in',
    text: (name: string) =>
      `Signed in as ${name}. You can close this tab: the other tab continues.`,
    open: 'Open the dashboard',
  },
};

export const invitation = {
  title: 'Invitation',
  loading: 'Loading the invitation…',
  invitedBy: (who: string, app: string) => `${who} invited you to ${app}`,
  invited: (app: string) => `You are invited to ${app}`,
  invitedAnywhere: 'You are invited',
  yourRole: (role: string) => `Your role: ${role}`,
  roles: {
    owner: 'You can manage everything: links, templates, settings, tokens and members.',
    editor: 'You can create and edit links, templates, metadata schemas and appearance.',
    viewer: 'You can view everything except webhooks but cannot make changes.',
  },
  newAccount: 'Choose a password to create your account.',
  hasAccount: 'Sign in with the password of your account.',
  haveAccount: 'I already have an account',
  createAccount: 'Create a new account',
  email: 'Email',
  emailFixed: 'The invitation is for this address only.',
  name: 'Name',
  nameHint: 'Other members see this name. You can change it later.',
  password: 'Password',
  ownPassword: 'Your password',
  join: 'Join',
  joinWith: (name: string) => `Join with ${name}`,
  atProvider: (name: string, email: string) => `Sign in with ${name} as ${email} to join.`,
  anyoneAtProvider: (name: string) => `Sign in with ${name} to join.`,
  passwordsDisabledTitle: 'Password sign-in is disabled',
  passwordsDisabled: (name: string) => `Sign in with ${name} instead.`,
  joinAs: (app: string) => `Join ${app}`,
  newPasswordTitle: 'Choose a new password',
  newPasswordLead: (email: string) => `For ${email}. All other sessions end.`,
  newPassword: 'New password',
  setPassword: 'Save and sign in',
  wrongCredentials:
    'The password of your account is incorrect. If you have no password, ask the operator of this service for a link to set one.',
  invalidTitle: 'This link is no longer valid',
  invalid:
    'The link can be used once and expires after 7 days. Ask the person who sent it for a new one.',
  invalidUsed: 'If you have already used it, sign in.',
  missingTitle: 'Open the link again',
  missing:
    'For security, the address of this page does not contain the invitation, so the page cannot be reloaded. Open the link in the message that you received.',
  toSignIn: 'Sign in',
};

export const strength = {
  rule: 'At least 12 characters. Several unrelated words are easy to remember.',
  tooShort: (missing: number) =>
    missing === 1 ? '1 more character' : `${missing} more characters`,
  tooSimple: 'Use more different characters',
  isEmail: 'Do not use your email address',
  levels: ['Easy to guess', 'Fair', 'Good', 'Strong'],
};
