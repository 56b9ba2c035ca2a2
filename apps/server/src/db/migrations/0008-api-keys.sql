-- Parts of the product that are switched on.
alter table tenants add column features text[] not null default '{alerts,engine-alerts,api-keys}';

-- API keys: of a member; who leaves takes them along.
create table auth_tokens (
  tenant_id uuid not null,
  id text not null,
  user_id uuid not null,
  name text not null,
  description text not null,
  role text not null check (role in ('owner', 'admin', 'viewer')),
  addresses text[] not null,
  token_hash bytea not null,
  mask text not null,
  expires_at bigint,
  last_used_at bigint,
  created_at bigint not null,
  primary key (tenant_id, id),
  constraint auth_tokens_name unique (tenant_id, name),
  constraint auth_tokens_hash unique (token_hash),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);

-- Short-lived tokens exchanged for a key.
create table access_tokens (
  token_hash bytea primary key,
  tenant_id uuid not null,
  key_id text not null,
  expires_at bigint not null,
  foreign key (tenant_id, key_id) references auth_tokens (tenant_id, id) on delete cascade
);
create index access_tokens_key on access_tokens (tenant_id, key_id);

do $$
declare t text;
begin
  foreach t in array array['auth_tokens', 'access_tokens'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

create policy tenant on auth_tokens to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on auth_tokens to {{app}};

-- A key is looked up before its tenant is known; only its last use is written then.
create policy gate_read on auth_tokens for select to {{gate}} using (true);
create policy gate_use on auth_tokens for update to {{gate}} using (true) with check (true);
grant select, update (last_used_at) on auth_tokens to {{gate}};
create policy gate on access_tokens to {{gate}} using (true) with check (true);
grant select, insert, delete on access_tokens to {{gate}};
