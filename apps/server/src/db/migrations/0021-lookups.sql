-- Lookups: types of columns, files that are whole, and where files are fetched from.
alter table lookup_versions
  add column types text[] not null default '{}',
  add column sealed_at bigint,
  add column refreshed boolean not null default false;

create table lookup_refreshes (
  tenant_id uuid not null,
  lookup_id text not null,
  url text not null,
  every_ms bigint not null,
  credentials jsonb not null,
  next_at bigint not null,
  checked_at bigint,
  changed_at bigint,
  etag text,
  last_modified text,
  fault jsonb,
  set_by uuid not null,
  primary key (tenant_id, lookup_id),
  foreign key (tenant_id, lookup_id) references lookups (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['lookup_refreshes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;
