/** The key of the requests whose response has a secret that is shown only once. */
export const SECRET_REQUEST = ['secret'] as const;
