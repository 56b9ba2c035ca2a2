-- Lookup tables: the files as they were uploaded, in parts; workers build the tables from them.
create table lookups (
  tenant_id uuid not null references tenants on delete cascade,
  id text not null,
  name text not null,
  description text not null,
  tags text[] not null,
  format text not null check (format in ('csv', 'json-lines')),
  separator text check (separator in (',', ';', e'\t')),
  key_column text not null,
  last_number integer not null,
  active_number integer,
  created_at bigint not null,
  updated_at bigint not null,
  created_by uuid not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  constraint lookups_name unique (tenant_id, name)
);

create table lookup_versions (
  tenant_id uuid not null,
  id text not null,
  lookup_id text not null,
  number integer not null,
  status text not null,
  columns text[] not null,
  row_count bigint not null,
  byte_count bigint not null,
  sha256 text not null,
  fault jsonb,
  created_at bigint not null,
  created_by uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, lookup_id, number),
  foreign key (tenant_id, lookup_id) references lookups (tenant_id, id) on delete cascade
);

create table lookup_parts (
  tenant_id uuid not null,
  lookup_version_id text not null,
  part integer not null,
  content bytea not null,
  primary key (tenant_id, lookup_version_id, part),
  foreign key (tenant_id, lookup_version_id) references lookup_versions (tenant_id, id) on delete cascade
);
-- Files are stored as they are: they rarely compress again, and never in pieces worth the time.
alter table lookup_parts alter column content set storage external;

alter table version_references drop constraint version_references_kind_check;
alter table version_references
  add constraint version_references_kind_check check (kind in ('listener', 'label', 'datasink', 'secret', 'lookup'));

do $$
declare t text;
begin
  foreach t in array array['lookups', 'lookup_versions', 'lookup_parts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;
