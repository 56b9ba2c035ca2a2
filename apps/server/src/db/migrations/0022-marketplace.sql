-- Templates that a tenant made of its pipelines. They name no listener, no datasink and no secret.
create table templates (
  tenant_id uuid not null,
  id text not null,
  name text not null,
  description text not null,
  tags text[] not null,
  document json not null,
  -- Component of the listener, and of the datasink shown on the card.
  listener_component text not null,
  datasink_component text not null,
  -- Null: nothing was recorded.
  logs json,
  created_at bigint not null,
  created_by uuid not null,
  primary key (tenant_id, id)
);
create unique index templates_name on templates (tenant_id, name);

alter table templates enable row level security;
alter table templates force row level security;
create policy tenant on templates to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on templates to {{app}};
