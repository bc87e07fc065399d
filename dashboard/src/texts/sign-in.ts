export const signIn = {
  title: 'Sign in',
  lead: 'to make, find and change smart links',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  with: (name: string) => `Sign in with ${name}`,
  or: 'or',
  wrong: 'The e-mail or the password is not right.',
  wait: (seconds: number) => `Too many tries. You can try again in ${seconds} seconds.`,
  lost: 'Lost your password? Whoever runs this service can make you a new link: smartlink member reset.',
  first:
    'Nobody has an account yet? The link to the first one is in the output of the first start.',
  ended: 'You are signed out. Sign in to go on where you were.',
};
