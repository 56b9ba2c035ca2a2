-- Whether viewers of an organization may see what is in events.
alter table tenants add column viewers_read_content boolean not null default true;
grant update (viewers_read_content) on tenants to {{app}};

-- Who has read event content of which thing in which clock hour: each has one row in the activity log.
create table content_reads (
  tenant_id uuid not null references tenants on delete cascade,
  reader text not null,
  object_id text not null,
  hour bigint not null,
  primary key (tenant_id, reader, object_id, hour)
);

alter table content_reads enable row level security;
alter table content_reads force row level security;
create policy tenant on content_reads to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, delete on content_reads to {{app}};
