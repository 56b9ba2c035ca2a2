-- Invitations to a tenant, links that set a new password, and where a login begins.
create table invitations (
  tenant_id uuid not null references tenants on delete cascade,
  id text not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'viewer')),
  token_hash bytea not null unique,
  -- Null: by the operator.
  invited_by uuid,
  invited_at bigint not null,
  expires_at bigint not null,
  primary key (tenant_id, id),
  constraint invitations_email unique (tenant_id, email)
);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy tenant on invitations to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy gate on invitations to {{gate}} using (true) with check (true);
grant select, insert, update, delete on invitations to {{app}};
grant select, insert, update, delete on invitations to {{gate}};

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null unique references users on delete cascade,
  email text not null,
  expires_at bigint not null
);
alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy gate on password_resets to {{gate}} using (true) with check (true);
grant select, insert, update, delete on password_resets to {{gate}};

alter table users
  add column company text not null default '',
  add column default_tenant_id uuid references tenants on delete set null;
alter table memberships add column last_seen_at bigint;

-- Inside a tenant its members' roles change and members leave; who joins comes through the gate.
create policy own_change on memberships for update to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy own_removal on memberships for delete to {{app}} using (tenant_id = (select current_tenant()));
grant update (role), delete on memberships to {{app}};
