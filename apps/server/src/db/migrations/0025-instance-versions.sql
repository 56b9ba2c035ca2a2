-- Each saved change of a listener or a datasink; the newest is what the instance is now.
create table listener_versions (
  tenant_id uuid not null references tenants on delete cascade,
  listener_id text not null,
  revision integer not null,
  name text not null,
  description text not null,
  tags text[] not null,
  version text not null,
  config jsonb not null,
  updated_at bigint not null,
  updated_by uuid not null,
  primary key (tenant_id, listener_id, revision),
  foreign key (tenant_id, listener_id) references listeners (tenant_id, id) on delete cascade
);
create table datasink_versions (
  tenant_id uuid not null references tenants on delete cascade,
  datasink_id text not null,
  revision integer not null,
  name text not null,
  description text not null,
  tags text[] not null,
  version text not null,
  config jsonb not null,
  updated_at bigint not null,
  updated_by uuid not null,
  primary key (tenant_id, datasink_id, revision),
  foreign key (tenant_id, datasink_id) references datasinks (tenant_id, id) on delete cascade
);

insert into listener_versions
  select tenant_id, id, revision, name, description, tags, version, config, updated_at, updated_by from listeners;
insert into datasink_versions
  select tenant_id, id, revision, name, description, tags, version, config, updated_at, updated_by from datasinks;

do $$
declare t text;
begin
  foreach t in array array['listener_versions', 'datasink_versions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, delete on %I to {{app}}', t);
  end loop;
end $$;
