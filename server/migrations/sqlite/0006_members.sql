-- People who can sign in, once per installation; what they may do stands in `memberships`.
create table members (
  id text primary key,
  -- In small letters, so that there is one account for an address.
  email text not null unique,
  name text not null,
  -- A PHC string of Argon2id. Null: this person signs in elsewhere.
  password text,
  created_at integer not null,
  -- Who this is to an OpenID Connect provider.
  oidc_issuer text,
  oidc_subject text
);
create unique index members_oidc on members (oidc_issuer, oidc_subject);

create table memberships (
  app_id text not null references apps (id),
  member_id text not null references members (id),
  role text not null,
  version integer not null default 1,
  created_at integer not null,
  primary key (app_id, member_id)
);
create index memberships_member on memberships (member_id);

-- Browsers that are or were signed in. Kept a while after their end: from where somebody has signed
-- in before, strangers cannot keep them out.
create table sessions (
  id text primary key,
  digest text not null unique,
  member_id text not null references members (id),
  created_at integer not null,
  last_seen_at integer not null,
  -- Moves with the last use, up to a limit.
  expires_at integer not null,
  ended_at integer,
  user_agent text not null,
  address text not null
);
create index sessions_member on sessions (member_id, created_at);

-- Links that can be used once: to become a member of an app, or to choose a new password.
create table invitations (
  id text primary key,
  digest text not null unique,
  kind text not null,
  -- Null: whoever has the link.
  email text,
  -- Of kind `join` only, as is the role.
  app_id text references apps (id),
  role text,
  created_by text not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  withdrawn_at integer
);
create index invitations_app on invitations (app_id);
create index invitations_email on invitations (email);
