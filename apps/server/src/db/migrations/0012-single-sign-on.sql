-- How each session began: a session of single sign-on is good for its own tenant alone.
alter table sessions add column via text not null default 'password' check (via in ('password', 'openid', 'saml'));

-- Who a person is for the identity provider of a tenant. Never an e-mail address alone, and one subject of a provider per member.
create table identities (
  tenant_id uuid not null,
  provider text not null check (provider in ('openid', 'saml')),
  issuer text not null check (length(issuer) <= 512),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null,
  email text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  primary key (tenant_id, provider, issuer, subject),
  constraint identities_user unique (tenant_id, provider, issuer, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);

-- Ways to a provider and back that are under way: each is used once, by the browser it was begun in, within minutes.
create table sso_flows (
  tenant_id uuid not null references tenants on delete cascade,
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null check (provider in ('openid', 'saml')),
  -- Null: a login. Else the session that is to be proven anew.
  session_id uuid references sessions on delete cascade,
  target text not null,
  -- What the provider's answer must agree with: nonce, request id.
  facts jsonb not null,
  expires_at bigint not null,
  primary key (tenant_id, state_hash)
);
create index sso_flows_end on sso_flows (expires_at);

create table openid_configs (
  tenant_id uuid primary key references tenants on delete cascade,
  id text not null,
  client_id text not null,
  issuer text not null check (length(issuer) <= 512),
  response_type text not null check (response_type in ('code', 'id_token')),
  secret_version integer not null default 0,
  -- Null: none was given, as for the implicit flow.
  sealed_secret bytea,
  -- The role of who saved it: nobody enters through it with a higher one.
  saved_role text not null check (saved_role in ('owner', 'admin', 'viewer')),
  updated_at bigint not null
);

do $$
declare t text;
begin
  foreach t in array array['identities', 'sso_flows', 'openid_configs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;

-- A first sign-in makes member and identity in one transaction, and old flows are cleared in all tenants: both through the gate.
create policy gate on identities to {{gate}} using (true) with check (true);
grant select, insert, update, delete on identities to {{gate}};
create policy gate on sso_flows to {{gate}} using (true) with check (true);
grant select, delete on sso_flows to {{gate}};
