-- Saved tests: those of the draft, and those of each version as they were when it was published. Shadow runs with their results.
create table pipeline_tests (
  tenant_id uuid not null,
  id text not null,
  pipeline_id text not null,
  -- Null: of the draft.
  version_id text,
  name text not null,
  test jsonb not null,
  revision integer not null,
  created_at bigint not null,
  created_by uuid not null,
  updated_at bigint not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
);
create unique index pipeline_tests_name on pipeline_tests (tenant_id, pipeline_id, coalesce(version_id, ''), name);

create table shadow_runs (
  tenant_id uuid not null,
  id text not null,
  pipeline_id text not null,
  -- Null until the draft that ran is published.
  version_id text,
  revision integer not null,
  against_version text not null,
  cluster_id text not null,
  from_ms bigint not null,
  to_ms bigint not null,
  state text not null check (state in ('running', 'done', 'stopped', 'failed')),
  reason jsonb,
  progress jsonb not null,
  result jsonb,
  created_at bigint not null,
  created_by uuid not null,
  -- When its worker was last heard of.
  heard_at bigint not null,
  -- Somebody wants it to end with what it has seen.
  stopping boolean not null default false,
  ended_at bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
);
create index shadow_runs_created on shadow_runs (tenant_id, pipeline_id, created_at desc);

do $$
declare t text;
begin
  foreach t in array array['pipeline_tests', 'shadow_runs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;
