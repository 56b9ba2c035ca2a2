-- Roles: {{app}} = everything inside one tenant; {{gate}} = what is read before a tenant is known. Neither owns a table.
grant usage on schema public to {{app}}, {{gate}};

create function current_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Before a tenant is known -------------------------------------------------------------------------------------------

create table installation (
  id smallint primary key default 1 check (id = 1),
  setup_code_hash bytea,
  fleet_key_sealed bytea not null,
  fleet_public_key text not null,
  kek_check bytea not null
);

create table tenants (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  created_at bigint not null
);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  surname text not null,
  preferences jsonb not null,
  created_at bigint not null
);

create table credentials (
  user_id uuid primary key references users on delete cascade,
  password_hash text not null
);

create table memberships (
  tenant_id uuid not null references tenants on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'viewer')),
  primary key (tenant_id, user_id)
);

create table sessions (
  id_hash bytea primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  created_at bigint not null,
  seen_at bigint not null,
  ip text not null,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index sessions_user on sessions (user_id);

create table login_attempts (
  subject text primary key,
  failures integer not null,
  last_at bigint not null,
  blocked_until bigint not null
);

create table clusters (
  id text primary key,
  name text not null,
  host text not null,
  port_from integer not null,
  port_to integer not null,
  file_roots text[] not null,
  egress_mode text not null check (egress_mode in ('open', 'public-only', 'list')),
  egress_allowed text[] not null,
  created_at bigint not null
);

create table tenant_clusters (
  tenant_id uuid not null references tenants on delete cascade,
  cluster_id text not null references clusters on delete cascade,
  primary key (tenant_id, cluster_id)
);

create table enrolments (
  token_hash bytea primary key,
  cluster_id text not null references clusters on delete cascade,
  expires_at bigint not null
);

create table workers (
  id text primary key,
  cluster_id text not null references clusters on delete cascade,
  number integer not null,
  name text not null,
  signing_key text not null,
  sealing_key text not null,
  epoch bigint not null default 0,
  last_report bigint not null default -1,
  version text not null default '',
  components jsonb not null default '{}',
  last_seen_at bigint,
  deployment text,
  vitals jsonb not null default '{"memoryBytes":0,"cpuFraction":0,"journalBytes":0}',
  silent boolean not null default false,
  revoked boolean not null default false,
  created_at bigint not null,
  unique (cluster_id, number)
);

create table worker_nonces (
  worker_id text not null references workers on delete cascade,
  nonce text not null,
  epoch bigint not null,
  primary key (worker_id, nonce)
);

-- Inside one tenant --------------------------------------------------------------------------------------------------

create table tenant_keys (
  tenant_id uuid primary key references tenants on delete cascade,
  sealed_key bytea not null
);

create table secrets (
  tenant_id uuid not null references tenants on delete cascade,
  id text not null,
  name text not null,
  description text not null,
  tags text[] not null,
  active boolean not null,
  expires_at bigint not null,
  value_version integer not null,
  sealed_value bytea not null,
  created_at bigint not null,
  updated_at bigint not null,
  created_by uuid not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  constraint secrets_name unique (tenant_id, name)
);

create table listeners (
  tenant_id uuid not null references tenants on delete cascade,
  id text not null,
  cluster_id text not null,
  name text not null,
  description text not null,
  tags text[] not null,
  component text not null,
  version text not null,
  config jsonb not null,
  state text not null check (state in ('pending', 'created', 'error', 'stopped')),
  reason jsonb,
  revision integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  created_by uuid not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  constraint listeners_name unique (tenant_id, name),
  foreign key (tenant_id, cluster_id) references tenant_clusters (tenant_id, cluster_id)
);

create table listener_binds (
  tenant_id uuid not null,
  listener_id text not null,
  cluster_id text not null,
  protocol text not null check (protocol in ('tcp', 'udp')),
  port integer not null check (port between 1 and 65535),
  primary key (tenant_id, listener_id, protocol, port),
  constraint listener_binds_port unique (cluster_id, protocol, port),
  foreign key (tenant_id, listener_id) references listeners (tenant_id, id) on delete cascade
);

create table labels (
  tenant_id uuid not null,
  id text not null,
  listener_id text not null,
  name text not null,
  description text not null,
  condition jsonb not null,
  created_at bigint not null,
  primary key (tenant_id, id),
  constraint labels_name unique (tenant_id, listener_id, name),
  foreign key (tenant_id, listener_id) references listeners (tenant_id, id) on delete cascade
);

create table datasinks (
  tenant_id uuid not null references tenants on delete cascade,
  id text not null,
  name text not null,
  description text not null,
  tags text[] not null,
  component text not null,
  version text not null,
  config jsonb not null,
  revision integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  created_by uuid not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  constraint datasinks_name unique (tenant_id, name)
);

create table pipelines (
  tenant_id uuid not null references tenants on delete cascade,
  id text not null,
  name text not null,
  description text not null,
  tags text[] not null,
  created_at bigint not null,
  updated_at bigint not null,
  created_by uuid not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  constraint pipelines_name unique (tenant_id, name)
);

create table versions (
  tenant_id uuid not null,
  id text not null,
  pipeline_id text not null,
  version text not null,
  version_name text not null,
  kind text,
  status text not null check (status in ('running', 'stopped', 'draft', 'archived')),
  document jsonb not null,
  revision integer not null,
  reason jsonb,
  created_at bigint not null,
  updated_at bigint not null,
  created_by uuid not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  constraint versions_number unique (tenant_id, pipeline_id, version),
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade
);

create table version_clusters (
  tenant_id uuid not null,
  version_id text not null,
  cluster_id text not null,
  primary key (tenant_id, version_id, cluster_id),
  foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cluster_id) references tenant_clusters (tenant_id, cluster_id)
);

-- What a version's document names. A draft may name what was removed since, so only the version is a foreign key.
create table version_references (
  tenant_id uuid not null,
  version_id text not null,
  kind text not null check (kind in ('listener', 'label', 'datasink', 'secret')),
  object_id text not null,
  primary key (tenant_id, version_id, kind, object_id),
  foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
);
create index version_references_object on version_references (tenant_id, kind, object_id);

create table listener_secrets (
  tenant_id uuid not null,
  listener_id text not null,
  secret_id text not null,
  primary key (tenant_id, listener_id, secret_id),
  foreign key (tenant_id, listener_id) references listeners (tenant_id, id) on delete cascade,
  constraint listener_secrets_secret foreign key (tenant_id, secret_id) references secrets (tenant_id, id)
);

create table datasink_secrets (
  tenant_id uuid not null,
  datasink_id text not null,
  secret_id text not null,
  primary key (tenant_id, datasink_id, secret_id),
  foreign key (tenant_id, datasink_id) references datasinks (tenant_id, id) on delete cascade,
  constraint datasink_secrets_secret foreign key (tenant_id, secret_id) references secrets (tenant_id, id)
);

create table activity (
  tenant_id uuid not null references tenants on delete cascade,
  id bigint generated always as identity,
  at bigint not null,
  user_id uuid not null,
  name text not null,
  surname text not null,
  email text not null,
  entity text not null,
  operation text not null,
  object_name text not null,
  refused_code text,
  ip text not null,
  primary key (tenant_id, id)
);
create index activity_at on activity (tenant_id, at desc);

-- Absolute counters of one minute as a worker reports them (the report number decides which of two is newer).
create table ledger_minutes (
  tenant_id uuid not null references tenants on delete cascade,
  worker_id text not null,
  generation integer not null,
  scope text not null check (scope in ('listener', 'pipeline', 'node')),
  object_id text not null,
  version_id text not null,
  node text not null,
  datasink_id text not null,
  at bigint not null,
  report bigint not null,
  counts jsonb not null,
  written_at bigint not null,
  primary key (tenant_id, at, scope, object_id, version_id, node, worker_id, generation)
);

create table ledger_hours (
  tenant_id uuid not null references tenants on delete cascade,
  scope text not null,
  object_id text not null,
  version_id text not null,
  node text not null,
  datasink_id text not null,
  at bigint not null,
  counts jsonb not null,
  primary key (tenant_id, at, scope, object_id, version_id, node)
);
create table ledger_days (like ledger_hours including all);
alter table ledger_days add foreign key (tenant_id) references tenants on delete cascade;

-- Messages out of a transaction. seq is given by the relay, in the order in which readers may rely on it.
create table dispatch (
  tenant_id uuid,
  id bigint generated always as identity primary key,
  seq bigint unique,
  entity text not null,
  object_id text not null,
  at bigint not null
);
create index dispatch_new on dispatch (id) where seq is null;
create sequence dispatch_seq;

-- Rights -------------------------------------------------------------------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array['tenant_keys', 'secrets', 'listeners', 'listener_binds', 'labels', 'datasinks', 'pipelines', 'versions',
    'version_clusters', 'version_references', 'listener_secrets', 'datasink_secrets', 'activity', 'ledger_minutes', 'ledger_hours', 'ledger_days'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
  foreach t in array array['installation', 'tenants', 'users', 'credentials', 'memberships', 'sessions', 'login_attempts', 'clusters',
    'tenant_clusters', 'enrolments', 'workers', 'worker_nonces', 'dispatch'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy gate on %I to {{gate}} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to {{gate}}', t);
  end loop;
end $$;

revoke update, delete on activity from {{app}};
grant delete on activity to {{app}};

-- What the app role sees of the tables of the gate: its own tenant only.
create policy own on tenants for select to {{app}} using (id = (select current_tenant()));
create policy own on memberships for select to {{app}} using (tenant_id = (select current_tenant()));
create policy own on tenant_clusters for select to {{app}} using (tenant_id = (select current_tenant()));
create policy own on users for select to {{app}} using (exists (select from memberships m where m.user_id = users.id));
create policy own on clusters for select to {{app}} using (exists (select from tenant_clusters c where c.cluster_id = clusters.id));
create policy own on workers for select to {{app}} using (exists (select from tenant_clusters c where c.cluster_id = workers.cluster_id));
create policy own on dispatch for insert to {{app}} with check (tenant_id = (select current_tenant()));
grant select on tenants, memberships, tenant_clusters, users, clusters to {{app}};
grant select (id, cluster_id, number, name, version, components, last_seen_at, deployment, vitals, revoked, silent) on workers to {{app}};
grant insert on dispatch to {{app}};
grant usage on sequence dispatch_seq to {{gate}};
