-- The names of deleted objects that a version of a pipeline still refers to: the editor shows them in place of an id.
create table removed_objects (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null,
  object_id text not null,
  name text not null,
  primary key (tenant_id, kind, object_id)
);

alter table removed_objects enable row level security;
alter table removed_objects force row level security;
create policy tenant on removed_objects to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, delete on removed_objects to {{app}};
