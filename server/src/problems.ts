interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What the recipient can do. */
  readonly remedy: string;
}

/** Every error code. Codes are stable; `docs/errors.md` is tested against this table. */
export const PROBLEMS = {
  bad_request: {
    status: 400,
    title: 'The request cannot be read',
    remedy:
      'Check the request line, the headers and the values of query parameters; `detail` says what is wrong.',
  },
  invalid_json: {
    status: 400,
    title: 'The body is not JSON',
    remedy:
      'Send one JSON document in UTF-8, without duplicate keys. `detail` says where the error is.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid token is required',
    remedy:
      'Send one `Authorization: Token <token>` header with a valid token of this service. In the dashboard, sign in.',
  },
  wrong_credentials: {
    status: 401,
    title: 'The e-mail address or the password is wrong',
    remedy:
      'Check both. If the password is lost, the operator runs `smartlink member reset <email>`, which prints a link to choose a new one.',
  },
  wrong_token_kind: {
    status: 403,
    title: 'The token is of the wrong kind',
    remedy:
      'Use a platform token for the client API and a server token for the management API. Keep server tokens out of apps.',
  },
  session_required: {
    status: 403,
    title: 'This endpoint requires a signed-in user',
    remedy: 'Sign in to the dashboard; a token cannot be used here.',
  },
  role_too_low: {
    status: 403,
    title: 'Your role does not allow this',
    remedy: 'Ask an owner of the app. `detail` names the role that is needed.',
  },
  password_sign_in_off: {
    status: 403,
    title: 'Password sign-in is disabled',
    remedy: 'Sign in at the provider that the sign-in page of the dashboard names.',
  },
  platform_creates_off: {
    status: 403,
    title: 'Platform tokens cannot create links in this app',
    remedy:
      'Create the link with a server token, in a back end. An owner of the app can change `platform_tokens.create`.',
  },
  cross_site: {
    status: 403,
    title: 'The request does not come from the dashboard',
    remedy:
      'Open the dashboard at BASE_URL. Programs send `Authorization: Token <token>` and no cookie.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'Check the address. What belongs to another app is not found either.',
  },
  clicks_off: {
    status: 404,
    title: 'Clicks are not recorded',
    remedy: 'Ask the operator to set CLICKS=on. Clicks are counted from then on.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send the request again, and check the connection if it stays slow.',
  },
  redeem_limit_reached: {
    status: 409,
    title: 'The redemption limit has been reached',
    remedy:
      'Inform the user and do not retry. `redemptions` and `redeem_limit` say how many there were. Nothing was counted.',
  },
  too_early: {
    status: 409,
    title: 'The link is not valid yet',
    remedy: 'Inform the user. The link works from its `valid_from` on.',
  },
  code_taken: {
    status: 409,
    title: 'The code is taken',
    remedy: 'Choose another code, or leave `code` out to get one. A code is never used twice.',
  },
  uri_taken: {
    status: 409,
    title: 'The URI already has a unique link',
    remedy:
      'To create a link: leave `code` and `external_id` out to get the existing link, or leave `unique` out to create another one. To change or restore a unique link: delete the existing link first.',
  },
  external_id_taken: {
    status: 409,
    title: 'Another link has this external_id',
    remedy:
      'Change the link that has it (`existing_code`), or send another `external_id`. To restore a deleted link, change or delete the existing link first. `PUT /manage/v1/external-ids/{external_id}` creates or changes a link.',
  },
  link_quota_reached: {
    status: 409,
    title: 'The platform tokens of the app have reached their link limit',
    remedy:
      'Create the link with a server token, in a back end. An owner of the app can raise `platform_tokens.max_links`.',
  },
  last_owner: {
    status: 409,
    title: 'An app needs at least one owner',
    remedy: 'Make another member an owner first.',
  },
  already_member: {
    status: 409,
    title: 'This person is already a member',
    remedy: 'Change the role of the member instead.',
  },
  too_many_apps: {
    status: 409,
    title: 'You own too many apps',
    remedy: 'Ask the operator to create the app, with `smartlink app create`.',
  },
  too_many_invitations: {
    status: 409,
    title: 'The app has too many open invitations',
    remedy:
      'Withdraw invitations that are no longer needed, or wait: one expires after seven days.',
  },
  too_many_tokens: {
    status: 409,
    title: 'The app has too many tokens',
    remedy: 'Revoke tokens that are no longer used.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'The app has too many webhooks',
    remedy: 'Delete a webhook that is no longer used.',
  },
  webhook_disabled: {
    status: 409,
    title: 'The webhook is disabled',
    remedy: 'Enable the webhook, then repeat the request.',
  },
  host_taken: {
    status: 409,
    title: 'The host is in use by another app',
    remedy: 'Ask the operator to move it, or use another host.',
  },
  gone: {
    status: 410,
    title: 'The link is no longer available',
    remedy:
      'Inform the user. Someone disabled or deleted the link; a disabled link can be enabled again, a deleted one restored for some days.',
  },
  expired: {
    status: 410,
    title: 'The link has expired',
    remedy: 'Inform the user and do not retry. The `valid_until` of the link has passed.',
  },
  invitation_over: {
    status: 410,
    title: 'The invitation can no longer be used',
    remedy: 'Ask for a new link. A link works once, within seven days.',
  },
  precondition_failed: {
    status: 412,
    title: 'The resource was changed by someone else',
    remedy: 'Read it again, compare, and send the change with the new `ETag`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy:
      'Send at most 64 KiB, of which metadata can be 16 KiB; many links or templates at most 4 MiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type of the body is not supported',
    remedy: 'Send `Content-Type: application/json` in UTF-8, without `Content-Encoding`.',
  },
  validation_failed: {
    status: 422,
    title: 'The request breaks a rule',
    remedy:
      'Correct everything that `errors` lists. Each entry has a JSON pointer and says what is wrong.',
  },
  page_unavailable: {
    status: 422,
    title: 'The page cannot be read',
    remedy:
      'Check that the address leads to a public HTML page. Otherwise, fill in the social preview yourself.',
  },
  redemption_id_reused: {
    status: 422,
    title: 'The redemption id was used for another link',
    remedy: 'Create a new UUID for each redemption. Send the same one again only to retry.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key was used with another body',
    remedy: 'Create a new key for each link. Send the same one again only with the same body.',
  },
  too_many_misses: {
    status: 429,
    title: 'Too many codes that do not exist',
    remedy: 'Wait the seconds in `Retry-After`. Only codes that do not exist count.',
  },
  too_many_creates: {
    status: 429,
    title: 'Too many links in a short time',
    remedy:
      'Wait the seconds in `Retry-After`. Only platform tokens are limited; a back end uses a server token.',
  },
  too_many_opens: {
    status: 429,
    title: 'Too many opened apps in a short time',
    remedy: 'Wait the seconds in `Retry-After`. The client library keeps the report until then.',
  },
  too_many_redemptions: {
    status: 429,
    title: 'Too many redemptions in a short time',
    remedy: 'Wait the seconds in `Retry-After`, then send the same redemption id again.',
  },
  too_many_uploads: {
    status: 429,
    title: 'Too many long requests at the same time',
    remedy: 'Wait the seconds in `Retry-After`, and send such requests one after the other.',
  },
  too_many_replays: {
    status: 429,
    title: 'The webhook is being replayed',
    remedy: 'Wait until the earlier request to replay it has ended.',
  },
  too_many_trials: {
    status: 429,
    title: 'Too many trials are running',
    remedy:
      'Wait the seconds in `Retry-After`. One trial per app and five in total can run at the same time.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many attempts',
    remedy: 'Wait the seconds in `Retry-After`. The wait grows with each failed attempt.',
  },
  too_many_checks: {
    status: 429,
    title: 'Too many checks of hosts',
    remedy: 'Wait the seconds in `Retry-After`. A new DNS record takes minutes to be seen.',
  },
  too_many_pages: {
    status: 429,
    title: 'Too many pages were read',
    remedy: 'Wait the seconds in `Retry-After`, or fill in the social preview yourself.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    remedy: 'Close streams that are not in use, or wait the seconds in `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Keep the request line and all headers together under 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'An unexpected error occurred',
    remedy: 'Try again. If it persists, give the operator the `request_id`, which is in the log.',
  },
  codes_exhausted: {
    status: 503,
    title: 'No free code was found',
    remedy: 'Ask the operator to raise CODE_LENGTH. Existing links are not affected.',
  },
  overloaded: {
    status: 503,
    title: 'Too many requests are waiting',
    remedy: 'Try again after the seconds in `Retry-After`. Nothing was stored.',
  },
  stopping: {
    status: 503,
    title: 'This instance is shutting down',
    remedy: 'Send no more requests to it; other instances continue to work.',
  },
  store_unavailable: {
    status: 503,
    title: 'The database is unavailable',
    remedy:
      'Try again after the seconds in `Retry-After`. `detail` says whether the request may have been stored.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;
