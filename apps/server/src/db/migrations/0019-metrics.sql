-- How much may come in on a day, and datasinks that the totals leave out.
alter table tenants
  -- Null: no limit.
  add column ingest_limit_bytes bigint check (ingest_limit_bytes > 0);
grant update (ingest_limit_bytes) on tenants to {{app}};

create table excluded_datasinks (
  tenant_id uuid not null,
  datasink_id text not null,
  primary key (tenant_id, datasink_id),
  foreign key (tenant_id, datasink_id) references datasinks (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['excluded_datasinks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;
