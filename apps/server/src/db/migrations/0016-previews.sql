-- Documents that are being tried, for a short while, and the sample events that pipelines keep. The columns of type json keep
-- texts as they came, which jsonb does not (a zero character).
create table internal_pipelines (
  tenant_id uuid not null,
  id text not null,
  user_id uuid not null,
  pipeline_id text not null,
  document json not null,
  source json not null,
  ends_at bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade
);
create index internal_pipelines_end on internal_pipelines (ends_at);

create table preview_samples (
  tenant_id uuid not null,
  id text not null,
  pipeline_id text not null,
  name text not null,
  kind text not null check (kind in ('raw', 'events')),
  count integer not null,
  texts json not null,
  masked text[] not null,
  created_at bigint not null,
  created_by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade
);
create unique index preview_samples_name on preview_samples (tenant_id, pipeline_id, name);

do $$
declare t text;
begin
  foreach t in array array['internal_pipelines', 'preview_samples'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;

-- Ended ones are cleared in all tenants at once.
create policy gate on internal_pipelines to {{gate}} using (true) with check (true);
grant select, delete on internal_pipelines to {{gate}};
